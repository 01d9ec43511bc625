-- Questions are searched by two characters, too few for trigrams: these are all pairs of neighbouring characters. Longer words are pairs
-- too, and their index is half as large as that of trigrams, which it replaces.
create function qu_grams(text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(one || two)
  from unnest(string_to_array(lower($1), null), (string_to_array(lower($1), null))[2:]) as pair (one, two)
  where two is not null
);
create index qu_title_grams on qu using gin (qu_grams(title)) where not deleted;
drop index qu_title;
-- a training over 50,000 questions spent most of its time compressing numbers that do not compress
alter table train alter column qu_ids set storage external;
