//! Which discs a move turns over, and where moves are: the two questions of every search.
//!
//! [`Portable`] is the specification and runs anywhere; [`Avx2`] gives the same answers with four
//! directions in one register. A search is written once, generic over [`Kernel`], and compiled for
//! both by [`per_kernel!`]; [`Instructions::detect`] picks one where the search begins, so that
//! nothing is decided at each call.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod rays;

#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use portable::Portable;

/// A way to compute flips and mobility. Having a value of the type proves that this processor
/// can run it.
pub trait Kernel: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// The discs of `opponent` turned over when `mover` places a disc on `square` (0..64), which
    /// must be empty. None: the move is illegal.
    fn flips(self, mover: u64, opponent: u64, square: usize) -> u64;
    /// The squares where `mover` has a legal move.
    fn mobility(self, mover: u64, opponent: u64) -> u64;
    /// The bits of `bits` under `mask`, moved together to the low end.
    fn extract(self, bits: u64, mask: u64) -> u64;
}

/// The kernels this processor can run, the best one.
#[derive(Clone, Copy, Debug)]
pub enum Instructions {
    /// Any processor.
    Portable(Portable),
    /// x86-64 with AVX2, BMI and their companions.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Instructions {
    /// The best this processor can run.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return Self::Avx2(kernel);
        }
        Self::Portable(Portable)
    }

    /// Its name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
        }
    }
}

/// Compiles functions once for each kernel.
///
/// `per_kernel! { trait Counting { fn count(mover: u64, depth: u32) -> u64 = count_leaves; } }`
/// declares a trait `Counting` whose method `count` calls the generic
/// `#[inline(always)] fn count_leaves<K: Counting>(kernel: K, mover: u64, depth: u32) -> u64`
/// inside a function that may use the kernel's instructions. A recursive function recurses
/// through the trait's method, so every level is such a function. `trait Counting: Other` also needs
/// the functions of `Other`.
macro_rules! per_kernel {
    ($(#[$doc:meta])* $vis:vis trait $name:ident $(: $base:path)? {
        $($(#[$fdoc:meta])* fn $method:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty = $body:path;)+
    }) => {
        $(#[$doc])*
        $vis trait $name: $crate::game::othello::Kernel $(+ $base)? {
            $($(#[$fdoc])* fn $method(self, $($arg: $ty),*) -> $ret;)+
        }

        impl $name for $crate::game::othello::flip::Portable {
            $(fn $method(self, $($arg: $ty),*) -> $ret {
                $body(self, $($arg),*)
            })+
        }

        #[cfg(target_arch = "x86_64")]
        impl $name for $crate::game::othello::flip::Avx2 {
            $(#[inline]
            fn $method(self, $($arg: $ty),*) -> $ret {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn compiled(kernel: $crate::game::othello::flip::Avx2, $($arg: $ty),*) -> $ret {
                    $body(kernel, $($arg),*)
                }
                // SAFETY: a value of `Avx2` exists only after its features were detected.
                unsafe { compiled(self, $($arg),*) }
            })+
        }
    };
}
pub(crate) use per_kernel;
