-- The reading check: seconds counted since it was last passed, and the key of its picture.
set local lock_timeout = '5s';
alter table course_learn
  add column unchecked_sec integer not null default 0,
  add column check_key text not null default '';
comment on column course_learn.unchecked_sec is 'seconds counted since the reading check was last passed';
comment on column course_learn.check_key is 'key of the captcha of the running reading check; empty: none';
