--- Say here in one sentence what NAME changes.
return variant "NAME" {
  base    = "BASE",
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- Numbers and words that people may set with --set; the rules get them as o.turn.
  options = {
    -- turn = { default = 5, min = 1, says = "the first turn in which it holds" },
@options
  },

  rules   = function(o)
    ---@type houserule.Rules (so that editors know; see `houserule meta`)
    return {
      -- What is not said here stays as it is. These are the rules of BASE with their present values: take the dashes
      -- away before what you change, and leave out the rest. A value of a list is found by its id, which is its own
      -- name unless `id` gives it another; one with a new id is added, and off "id" removes one.
@rules

      -- @hooks
      -- hooks = {
@neutral
      -- },
    }
  end,

  -- What you expect of the rules; `houserule test` tries it.
  tests   = {
    { title = "this is a move to begin with", legal = MOVE },
  },
}
