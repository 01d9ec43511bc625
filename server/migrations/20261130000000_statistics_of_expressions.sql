-- An index on an expression has no statistics before its table is analyzed, and a table that hardly changes is not analyzed by itself.
-- Not on a new site: statistics of an empty table would mislead the planner until the first analysis after the first import.
do $$
begin
  if exists (select from sys_user offset 1000) then
    analyze sys_user;
    analyze sys_real;
  end if;
end
$$;
