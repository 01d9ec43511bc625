-- The pieces of a name are cut in a loop: an SQL function with a query inside is planned by each connection and started for each row, which took
-- half of the time of storing many users. The pieces are the same, so the indexes stay valid.
create or replace function sys_grams(text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  chars constant text[] := string_to_array(lower($1), null);
  grams text[] := chars;
begin
  for n in 1 .. cardinality(chars) - 1 loop
    grams := grams || (chars[n] || chars[n + 1]);
  end loop;
  return grams;
end $$;
