--- The parameters of hooks, whatever they are called, have the fields of the manual and no others.
local function later(v, m)
  if v.trun > 200 then return v:topp("a1") end
  return m.pice ~= "wall"
end
return variant "fields-of-what-hooks-are-given" {
  base  = "tak",
  rules = function(o)
    return {
      hooks = {
        allow = later,
        reject = function(move) return move.piece == "cap" end,
        after_move = function(view, move)
          local function unasked() return view.widht end
          if view.turn > 200 then return view.top("a1"), view:turn(), move:piece(), unasked end
          if view.turn > 200 then view.turn = 1 end
          view = nil
        end,
        setup = function(view)
          local function unasked() return view.widht end
          if view.turn > 200 then return view.top("a1"), view:turn(), unasked end
          if view.turn > 200 then view.seat = "white" end
        end,
        moves = function(view, move)
          if view.turn > 200 then return move.text, view.me end
        end,
        next = function(view, base)
          local alias = view
          if view.turn > 200 then return alias.trun end
          view = alias
          return view.turn > 200 and view.sat or base(view)
        end,
      },
      points = function(view, base)
        if view.turn > 200 then return view.point end
        return base(view)
      end,
    }
  end,
}
