//! Pictures: golden files, drawings, films and pages, and boards on all kinds of screens.

mod drawings;
mod golden;
mod pages;
mod screens;
mod targets;
