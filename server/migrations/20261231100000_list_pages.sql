-- Pages of lists on indexes alone: people who can sign in, by name, department and id; recordings by whose they are, and by the
-- day of deletion; own points by time; requests to a model by whose they are; certificates with what their filters compare;
-- revoked ones, and passed papers of an exam.
set local lock_timeout = '5s';

create index if not exists sys_user_present on sys_user (id) include (state, expire_time);
create index if not exists sys_user_present_name on sys_user (real_name, create_time, id) include (state, expire_time);
create index if not exists sys_user_present_dept on sys_user (dept_code, id) include (state, expire_time);
create index if not exists paper_record_list on paper_record (paper_id) include (user_id, exam_id);
create index if not exists paper_record_by_keep on paper_record (keep_until, paper_id);
create index if not exists points_log_user_time on points_log (user_id, create_time, id);
create index if not exists assist_call_list on assist_call (create_time desc, id desc) include (user_id);
create index if not exists cert_grant_list on cert_grant (id) include (state, expire_time, user_id);
create index if not exists cert_grant_revoked on cert_grant (id) where state = 1;
-- locks paper: only passed papers are in it; a large site builds it before the upgrade (CHANGELOG.md)
create index if not exists paper_passed on paper (exam_id, id desc) where state = 2 and passed;
drop index if exists sys_user_by_name;
drop index if exists sys_user_dept_id;
drop index if exists assist_call_time;
