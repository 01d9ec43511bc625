-- Points by rules and by hand: each cause counts once for a person, and the log says who adjusted.
set local lock_timeout = '5s';
alter table points_log
  -- who adjusted by hand; null: a rule, an exam or a purchase
  add column create_by bigint;
create table points_rule (
  event text primary key,
  points integer not null,
  -- 0: no limit
  day_cap integer not null,
  enabled boolean not null,
  update_time timestamptz not null
);
comment on table points_rule is 'Rules of points that an administrator has changed; others have the default of the program.';
create unique index points_log_once on points_log (user_id, ref_type, ref_id) where ref_id <> '' and (ref_type = 'adjust' or ref_type like 'rule.%');
create index points_log_time on points_log (create_time desc, id desc);
create index sys_user_points on sys_user (points desc, id);
