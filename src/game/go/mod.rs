//! Go: boards of 2 to 25 lines, captures, ko, scoring.
