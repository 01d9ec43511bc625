-- Orders and filters of further lists: people by name, account and mobile number, members, applications, overrides of one person, tasks of an exam.
set local lock_timeout = '5s';

create index if not exists sys_user_by_account on sys_user (user_name, create_time, id);
create index if not exists sys_user_by_name on sys_user (real_name, create_time, id);
create index if not exists sys_user_by_mobile on sys_user (mobile, create_time, id);
create index if not exists sys_user_by_depart on sys_user (dept_code, create_time, id);
create index if not exists sys_group_user_group on sys_group_user (group_id, id);
create index if not exists exam_apply_state on exam_apply (audit_state, id desc);
create index if not exists exam_apply_time on exam_apply (apply_time, id);
create index if not exists exam_override_of_user on exam_override (user_id) where user_id is not null;
create index if not exists exam_override_of_group on exam_override (group_id) where group_id is not null;
