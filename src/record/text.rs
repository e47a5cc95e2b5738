//! Bytes of a record file to text: byte order mark, UTF-8, or a detected legacy encoding.
//!
//! Records of the last thirty years come in GB18030 (mainland xiangqi and Go), Big5-HKSCS (Taiwan,
//! Hong Kong), Shift_JIS, EUC-KR and Latin-1. A general detector sees too little text in a game
//! of forty moves, so the words of the games themselves decide between the candidates.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

/// The text of a file and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without its byte order mark.
    pub text: Cow<'a, str>,
    /// The encoding it was read as.
    pub encoding: &'static Encoding,
    /// Whether some bytes made no sense in this encoding and were replaced by `U+FFFD`.
    pub damaged: bool,
}

/// Reads bytes as text, whatever their encoding. Never fails: in doubt it is Latin-1.
///
/// ```
/// let decoded = sanqi::record::text::decode(&[0xAC, 0xB6, 0xA4, 0x47, 0xA5, 0xAD, 0xA4, 0xAD]);
/// assert_eq!(decoded.text, "炮二平五");
/// assert_eq!(decoded.encoding.name(), "Big5");
/// ```
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return read(encoding, bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), encoding: UTF_8, damaged: false };
    }
    read(detect(bytes), bytes)
}

/// Reads bytes in the encoding a file names for itself (SGF `CA`); an unknown name, or one that
/// the bytes contradict, leads to [`decode`].
pub fn decode_as<'a>(bytes: &'a [u8], label: &str) -> Decoded<'a> {
    let named = Encoding::for_label(label.trim().as_bytes());
    if let Some(encoding) = named {
        let decoded = read(encoding, bytes);
        // Files often say Latin-1 (the default of SGF) and are not.
        let doubtful = encoding == WINDOWS_1252 && !bytes.is_ascii();
        if !decoded.damaged && !doubtful {
            return decoded;
        }
    }
    decode(bytes)
}

fn read<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Decoded<'a> {
    let (text, encoding, damaged) = encoding.decode(bytes);
    Decoded { text, encoding, damaged }
}

/// Bytes looked at: enough for any statistics, little enough for a 100 MB file.
const SAMPLE: usize = 64 * 1024;

/// The likeliest encoding of bytes that are not UTF-8.
fn detect(bytes: &[u8]) -> &'static Encoding {
    if let Some(encoding) = sixteen_bit(bytes) {
        return encoding;
    }
    let sample = sample(bytes);
    let guess = general_guess(&sample);
    let mut best = (score(guess, &sample, guess), guess);
    for candidate in [GB18030, BIG5, SHIFT_JIS, EUC_KR, UTF_8] {
        let points = score(candidate, &sample, guess);
        if points > best.0 {
            best = (points, candidate);
        }
    }
    best.1
}

/// Text in two-byte units without a mark shows as NULs at every other place.
fn sixteen_bit(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(512))?;
    let zeros = |parity: usize| {
        head.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count() * 8 > head.len()
    };
    match (zeros(0), zeros(1)) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// The lines with anything but ASCII in them, up to [`SAMPLE`] bytes. No encoding in question has
/// a line feed as a later byte of a character.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if !line.is_ascii() {
            let room = SAMPLE.saturating_sub(sample.len());
            sample.extend_from_slice(line.get(..line.len().min(room)).unwrap_or(line));
        }
        if sample.len() >= SAMPLE {
            break;
        }
    }
    sample
}

fn general_guess(sample: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == GBK { GB18030 } else { guess }
}

/// How much like a game record the sample looks in `encoding`; `guess` is the general detector's.
fn score(encoding: &'static Encoding, sample: &[u8], guess: &'static Encoding) -> i64 {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let mut points = 0;
    let mut seen = 0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        seen += 1;
        points += worth(c, encoding);
    }
    // The general detector knows letter frequencies; its word counts where the games' words are
    // silent.
    let trust = if encoding == guess { 1 + seen } else { 0 };
    points + trust
}

/// What one character tells for or against the encoding that produced it.
fn worth(c: char, encoding: &'static Encoding) -> i64 {
    let multibyte = [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, UTF_8].contains(&encoding);
    match c {
        '\u{FFFD}' => -20,
        '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => -10,
        // Legacy single-byte text would need three or four strange bytes in a row for this.
        _ if encoding == UTF_8 => 4,
        _ if !multibyte => 0,
        _ if GAME_WORDS.contains(c) => 6,
        _ if COMMON.contains(c) => 3,
        '\u{FF01}'..='\u{FF5E}' | '\u{3000}'..='\u{3011}' => 1,
        '\u{AC00}'..='\u{D7A3}' if encoding == EUC_KR => 2,
        '\u{3040}'..='\u{30FF}' if encoding == SHIFT_JIS || encoding == EUC_JP => 2,
        // Half-width katakana: what Chinese bytes look like as Shift_JIS.
        '\u{FF61}'..='\u{FF9F}' => -3,
        '\u{4E00}'..='\u{9FFF}' => 0,
        // Letters of other scripts between Chinese characters are a wrong guess's signature.
        _ => -1,
    }
}

/// Characters of moves, results and tags of xiangqi and Go records.
const GAME_WORDS: &str = "车車俥马馬傌炮砲包相象士仕帅帥将將兵卒进進退平前后後中\
一二三四五六七八九１２３４５６７８９红紅黑白胜勝负負和局棋象先手赛賽杯第届屆轮輪\
围圍段目半子囲碁戦";

/// Frequent characters of names, places and remarks.
const COMMON: &str = "的是不了人我在有他这這大来來上国國个個到说說们們为為你地出会會时時要以\
着生得下年可也就那自那对對能动動行方成者多日都小本去起用没沒好如开開只又点點长長天现現\
着名战戰全团團体體冠军軍个個大师師锦錦标標象省市区區广廣东東西南北京上海江湖河山四川\
福建黑龙龍吉林辽遼宁寧安徽云雲贵貴州甘肃蒙古新疆港澳台臺湾灣香湖浙苏蘇\
王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮\
于於董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾\
汪田任姜范範方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯\
银銀荣榮华華庆慶国國光明文武清林";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIMPLIFIED: &str = "[Red \"上海 胡荣华\"]\n[Black \"广东 吕钦\"]\n1. 炮二平五 马８进７\n";
    const TRADITIONAL: &str = "[Red \"廣東 許銀川\"]\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８\n";

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, damaged) = encoding.encode(text);
        assert!(!damaged, "{text} does not exist in {}", encoding.name());
        bytes.into_owned()
    }

    fn detected(text: &str, encoding: &'static Encoding) {
        let bytes = encoded(text, encoding);
        let decoded = decode(&bytes);
        assert_eq!(decoded.text, text, "read as {}", decoded.encoding.name());
        assert!(!decoded.damaged);
    }

    #[test]
    fn mainland_records_are_gb18030() {
        detected(SIMPLIFIED, GB18030);
        detected("[Event \"全国象棋个人赛\"]\n", GB18030);
        detected("1. 兵七进一 卒７进１", GB18030);
        detected("炮二平五", GB18030);
        // A traditional text may be in the mainland's encoding, too.
        detected(TRADITIONAL, GB18030);
    }

    #[test]
    fn records_from_taiwan_and_hong_kong_are_big5() {
        detected(TRADITIONAL, BIG5);
        detected("[Event \"第三屆嘉寶杯粵滬象棋對抗賽\"]\n", BIG5);
        detected("1. 兵七進一 卒７進１", BIG5);
        detected("炮二平五", BIG5);
        detected("[Site \"深圳\"]\n[Red \"閻文清\"]", BIG5);
    }

    #[test]
    fn japanese_and_korean_records_are_told_apart() {
        detected("(;PB[本因坊 秀策]PW[井上 幻庵因碩]C[これは有名な耳赤の一手です])", SHIFT_JIS);
        detected("(;PB[이창호]PW[조훈현]C[흑이 좋은 바둑])", EUC_KR);
    }

    #[test]
    fn western_names_are_latin() {
        detected("(;PB[François Mizessyn]PW[Jörg Sonnenberger]EV[Göteborg])", WINDOWS_1252);
        detected("(;PB[J\u{f6}rg])", WINDOWS_1252);
    }

    #[test]
    fn marks_and_utf_8_come_first() {
        let mut bytes = b"\xEF\xBB\xBF".to_vec();
        bytes.extend_from_slice(SIMPLIFIED.as_bytes());
        assert_eq!(decode(&bytes).text, SIMPLIFIED);
        let decoded = decode(SIMPLIFIED.as_bytes());
        assert!(matches!(decoded.text, Cow::Borrowed(_)));
        assert_eq!((decoded.encoding, decoded.damaged), (UTF_8, false));
    }

    #[test]
    fn two_byte_units_are_read_with_and_without_a_mark() {
        let little: Vec<u8> = TRADITIONAL.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = TRADITIONAL.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&[b"\xFF\xFE", &*little].concat()).text, TRADITIONAL);
        assert_eq!(decode(&[b"\xFE\xFF", &*big].concat()).text, TRADITIONAL);
        // ASCII and Chinese mixed: half of the units have a zero byte.
        assert_eq!(decode(&little).text, TRADITIONAL);
        assert_eq!(decode(&big).text, TRADITIONAL);
    }

    #[test]
    fn one_broken_byte_does_not_change_the_encoding() {
        let mut bytes = SIMPLIFIED.repeat(3).into_bytes();
        let last = bytes.len() - 2;
        bytes.insert(last, 0xFF);
        let decoded = decode(&bytes);
        assert_eq!((decoded.encoding, decoded.damaged), (UTF_8, true));
        let mut bytes = encoded(&TRADITIONAL.repeat(3), BIG5);
        bytes.push(0xFF);
        let decoded = decode(&bytes);
        assert_eq!((decoded.encoding, decoded.damaged), (BIG5, true));
        assert!(decoded.text.starts_with(TRADITIONAL));
    }

    #[test]
    fn a_named_encoding_is_believed_unless_the_bytes_contradict() {
        let gb = encoded("黑", GB18030);
        assert_eq!(decode_as(&gb, "GB2312").text, "黑");
        assert_eq!(decode_as(SIMPLIFIED.as_bytes(), "ISO-8859-1").text, SIMPLIFIED);
        let bytes = encoded(SIMPLIFIED, GB18030);
        assert_eq!(decode_as(&bytes, "UTF-8").text, SIMPLIFIED);
        assert_eq!(decode_as(&bytes, "no such name").text, SIMPLIFIED);
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_text(bytes: Vec<u8>) {
            let decoded = decode(&bytes);
            prop_assert!(decoded.text.len() <= 4 * bytes.len());
            decode_as(&bytes, "Big5");
        }

        #[test]
        fn any_text_survives_in_utf_8(text: String) {
            let text = text.trim_start_matches('\u{FEFF}');
            prop_assert_eq!(decode(text.as_bytes()).text, text);
        }

        #[test]
        fn moves_are_detected_in_both_chinese_encodings(
            files in prop::collection::vec((0..9usize, 0..5usize, 0..3usize, 0..9usize), 2..20),
        ) {
            let pick = |set: &str, n: usize| set.chars().nth(n).unwrap();
            let text = |pieces, ways| files.iter().map(|&(from, piece, way, to)| {
                [pick(pieces, piece), pick("一二三四五六七八九", from), pick(ways, way),
                 pick("一二三四五六七八九", to), ' '].iter().collect::<String>()
            }).collect::<String>();
            detected(&text("车马炮兵相", "进退平"), GB18030);
            detected(&text("車馬炮兵相", "進退平"), BIG5);
        }
    }
}
