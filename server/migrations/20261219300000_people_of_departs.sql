-- The people of a data scope are read from the index alone: lists of what users have look each row up among them.
set local lock_timeout = '5s';
create index sys_user_dept_id on sys_user (dept_code, id);
