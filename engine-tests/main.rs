//! Tests of the program as a whole: layers, running engines, clients.

mod layers;
