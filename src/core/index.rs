//! Typed indices, so that a seat cannot be passed where a piece is expected. `index_type!` defines such a type;
//! [`IndexVec`] and [`IndexArray`] are lists that only their own index type can index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// Index into a particular list.
pub trait ListIndex: Copy {
    /// Value with an index.
    fn new(index: usize) -> Self;
    /// Index of the value.
    fn index(self) -> usize;
}

/// Defines an index type stored as a small integer. It is hashed and printed as that integer.
#[macro_export]
macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident($repr:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[repr(transparent)]
        pub struct $name($repr);

        impl $name {
            /// Value with an index.
            #[inline]
            pub const fn new(index: usize) -> $name {
                $name(index as $repr)
            }

            /// Index in a list.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The first `count` values.
            #[allow(dead_code)]
            pub fn all(count: usize) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..count).map($name::new)
            }
        }

        impl $crate::index::ListIndex for $name {
            #[inline]
            fn new(index: usize) -> $name {
                $name::new(index)
            }

            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub use index_type;

/// List that only its own index type can index; `C` is a vector or an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IndexList<I, C>(C, PhantomData<I>);

/// List with one entry per `I`.
pub type IndexVec<I, T> = IndexList<I, Vec<T>>;

/// Array with one entry per `I`.
pub type IndexArray<I, T, const N: usize> = IndexList<I, [T; N]>;

impl<I: ListIndex, C> IndexList<I, C> {
    /// List of entries, one per index.
    pub const fn new(entries: C) -> IndexList<I, C> {
        IndexList(entries, PhantomData)
    }

    /// Entry of an index, if there is one.
    #[inline]
    pub fn get<T>(&self, index: I) -> Option<&T>
    where
        C: AsRef<[T]>,
    {
        self.0.as_ref().get(index.index())
    }

    /// Mutable entry of an index, if there is one.
    pub fn get_mut<T>(&mut self, index: I) -> Option<&mut T>
    where
        C: AsMut<[T]>,
    {
        self.0.as_mut().get_mut(index.index())
    }

    /// Every index of the list.
    pub fn indices<T>(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I, C, T>
    where
        C: AsRef<[T]>,
    {
        (0..self.0.as_ref().len()).map(I::new)
    }

    /// Every entry with its index.
    pub fn iter_enumerated<'a, T: 'a>(
        &'a self,
    ) -> impl DoubleEndedIterator<Item = (I, &'a T)> + ExactSizeIterator + Clone
    where
        C: AsRef<[T]>,
    {
        self.0.as_ref().iter().enumerate().map(|(index, entry)| (I::new(index), entry))
    }

    /// Index of the first entry that meets a condition.
    #[inline]
    pub fn position<T>(&self, is_wanted: impl FnMut(&T) -> bool) -> Option<I>
    where
        C: AsRef<[T]>,
    {
        self.0.as_ref().iter().position(is_wanted).map(I::new)
    }

    /// Index of the first entry equal to a value.
    pub fn index_of<T: PartialEq<U>, U: ?Sized>(&self, value: &U) -> Option<I>
    where
        C: AsRef<[T]>,
    {
        self.0.as_ref().iter().position(|entry| entry == value).map(I::new)
    }
}

impl<I: ListIndex, C: Index<usize>> Index<I> for IndexList<I, C> {
    type Output = C::Output;

    #[inline]
    fn index(&self, index: I) -> &C::Output {
        &self.0[index.index()]
    }
}

impl<I: ListIndex, C: IndexMut<usize>> IndexMut<I> for IndexList<I, C> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut C::Output {
        &mut self.0[index.index()]
    }
}

impl<I, C> Deref for IndexList<I, C> {
    type Target = C;

    #[inline]
    fn deref(&self) -> &C {
        &self.0
    }
}

impl<I, C> DerefMut for IndexList<I, C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut C {
        &mut self.0
    }
}

impl<I, C: Default> Default for IndexList<I, C> {
    fn default() -> IndexList<I, C> {
        IndexList(C::default(), PhantomData)
    }
}

impl<I: ListIndex, C> From<C> for IndexList<I, C> {
    fn from(entries: C) -> IndexList<I, C> {
        IndexList::new(entries)
    }
}

impl<I, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(entries: S) -> IndexVec<I, T> {
        IndexList(entries.into_iter().collect(), PhantomData)
    }
}

impl<I, C: IntoIterator> IntoIterator for IndexList<I, C> {
    type Item = C::Item;
    type IntoIter = C::IntoIter;

    fn into_iter(self) -> C::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, I, C> IntoIterator for &'a IndexList<I, C>
where
    &'a C: IntoIterator,
{
    type Item = <&'a C as IntoIterator>::Item;
    type IntoIter = <&'a C as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<I, C: fmt::Debug> fmt::Debug for IndexList<I, C> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}
