//! Names registered for scripts, collected by a recorder that registers nothing, so that a test can compare them with
//! the manual.

use mlua::{
    AnyUserData, FromLua, FromLuaMulti, IntoLua, IntoLuaMulti, Lua, Result, UserData, UserDataFields, UserDataMethods,
};

use super::View;
use super::moves::MoveView;
use crate::lua::manual::{self, DocGroup};

/// Registered names, without metamethods.
#[derive(Default)]
struct NameRecorder(Vec<String>);

impl NameRecorder {
    fn record(&mut self, name: impl Into<String>) {
        self.0.push(name.into());
    }
}

impl<T> UserDataFields<T> for NameRecorder {
    fn add_field<V>(&mut self, name: impl Into<String>, _: V)
    where
        V: IntoLua + 'static,
    {
        self.record(name);
    }

    fn add_field_method_get<M, R>(&mut self, name: impl Into<String>, _: M)
    where
        M: Fn(&Lua, &T) -> Result<R> + 'static,
        R: IntoLua,
    {
        self.record(name);
    }

    fn add_field_method_set<M, A>(&mut self, _: impl Into<String>, _: M)
    where
        M: FnMut(&Lua, &mut T, A) -> Result<()> + 'static,
        A: FromLua,
    {
    }

    fn add_field_function_get<F, R>(&mut self, name: impl Into<String>, _: F)
    where
        F: Fn(&Lua, AnyUserData) -> Result<R> + 'static,
        R: IntoLua,
    {
        self.record(name);
    }

    fn add_field_function_set<F, A>(&mut self, _: impl Into<String>, _: F)
    where
        F: FnMut(&Lua, AnyUserData, A) -> Result<()> + 'static,
        A: FromLua,
    {
    }

    fn add_meta_field<V>(&mut self, _: impl Into<String>, _: V)
    where
        V: IntoLua + 'static,
    {
    }

    fn add_meta_field_with<F, R>(&mut self, _: impl Into<String>, _: F)
    where
        F: FnOnce(&Lua) -> Result<R> + 'static,
        R: IntoLua,
    {
    }
}

impl<T> UserDataMethods<T> for NameRecorder {
    fn add_method<M, A, R>(&mut self, name: impl Into<String>, _: M)
    where
        M: Fn(&Lua, &T, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.record(name);
    }

    fn add_method_mut<M, A, R>(&mut self, name: impl Into<String>, _: M)
    where
        M: FnMut(&Lua, &mut T, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.record(name);
    }

    fn add_function<M, A, R>(&mut self, name: impl Into<String>, _: M)
    where
        M: Fn(&Lua, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.record(name);
    }

    fn add_function_mut<M, A, R>(&mut self, name: impl Into<String>, _: M)
    where
        M: FnMut(&Lua, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.record(name);
    }

    fn add_meta_method<M, A, R>(&mut self, _: impl Into<String>, _: M)
    where
        M: Fn(&Lua, &T, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
    }

    fn add_meta_method_mut<M, A, R>(&mut self, _: impl Into<String>, _: M)
    where
        M: FnMut(&Lua, &mut T, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
    }

    fn add_meta_function<M, A, R>(&mut self, _: impl Into<String>, _: M)
    where
        M: Fn(&Lua, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
    }

    fn add_meta_function_mut<M, A, R>(&mut self, _: impl Into<String>, _: M)
    where
        M: FnMut(&Lua, A) -> Result<R> + 'static,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
    }
}

fn registered<T: UserData>() -> Vec<String> {
    let mut recorder = NameRecorder::default();
    T::add_fields(&mut recorder);
    T::add_methods(&mut recorder);
    recorder.0.sort();
    recorder.0
}

fn documented(groups: &'static [DocGroup]) -> Vec<&'static str> {
    let mut names: Vec<&str> = manual::names(groups).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_manual_describes_exactly_what_is_registered() {
    assert_eq!(registered::<View>(), documented(manual::VIEW));
    assert_eq!(registered::<MoveView>(), documented(manual::MOVE));
}
