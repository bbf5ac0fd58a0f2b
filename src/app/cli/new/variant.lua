--- Describe in one sentence what NAME changes.
return variant "NAME" {
  base    = "BASE",
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- Options: players set them with --set, and the rules read them as o.turn.
  options = {
    -- turn = { default = 5, min = 1, says = "the first turn in which it holds" },
@options
  },

  rules   = function(o)
    ---@type houserule.Rules (for editors; see `houserule meta`)
    return {
      -- These are the rules of BASE. Uncomment and edit what you want to change, and delete the rest: rules that are
      -- not listed here stay as they are. In a list, a value with a known id changes the parameters of that value.
      -- A value with a new id is added, and off "id" removes one. The id is the name of the value, unless it sets `id`.
@rules

      -- @hooks
      -- hooks = {
@neutral
      -- },
    }
  end,

  -- Tests: `houserule test` runs them.
  tests   = {
    { title = "a legal first move", legal = MOVE },
  },
}
