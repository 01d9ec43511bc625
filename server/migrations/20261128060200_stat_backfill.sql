-- Days before the first count are counted in steps, newest first: how far they came is stored, so that a stopped server goes on there.
create table stat_backfill (
  -- one row
  only_row boolean primary key default true check (only_row),
  -- the oldest day that was counted
  from_day date not null
);
comment on table stat_backfill is 'How far back the figures of days were counted.';
-- earlier versions counted all days at once
insert into stat_backfill (from_day) select min(day) - 800 from stat_day having count(*) > 0;
