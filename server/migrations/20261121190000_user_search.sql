-- Names are searched by one or two characters, too few for trigrams: these are all pieces of that length.
create function sys_grams(text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct substr(lower($1), at, size))
  from generate_series(1, length($1)) at, generate_series(1, 2) size
);
create index sys_user_real_name_grams on sys_user using gin (sys_grams(real_name));
