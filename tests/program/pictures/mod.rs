//! Pictures: those that are kept, what every drawing holds to, films and pages, and boards on screens of all kinds.

mod drawings;
mod kept;
mod pages;
mod screens;
