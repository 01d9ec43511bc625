-- The start page reads days and totals that were counted beforehand: counting papers, learning and sign-ins at each call costs 60 ms and more.
create table sys_user_day (
  day date not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  primary key (day, user_id)
);
comment on table sys_user_day is 'Users who were active on a day of the site''s time zone.';

create table stat_day (
  dept_code text not null,
  day date not null,
  new_user integer not null default 0,
  active_user integer not null default 0,
  learn_user integer not null default 0,
  finish_user integer not null default 0,
  learn_sec bigint not null default 0,
  exam_count integer not null default 0,
  exam_user integer not null default 0,
  pass_user integer not null default 0,
  primary key (dept_code, day)
);
comment on table stat_day is 'Figures of one day by department of the users, computed by a job; people are counted once a day.';
comment on column stat_day.dept_code is 'department of the users; empty for the whole site';
comment on column stat_day.learn_sec is 'counted learning seconds';

create table stat_total (
  name text not null,
  day date not null,
  value bigint not null,
  time timestamptz not null,
  primary key (name, day)
);
comment on table stat_total is 'Totals of the whole site, last counted on each day: the difference to the day before is read from it.';
