-- Users who belong to no audience (disabled, expired or back office) but have learnt: few among very many, read by the report of a course.
set local lock_timeout = '5s';

create index if not exists sys_user_no_active_learner on sys_user (dept_code, create_time, id) where (state = 0 and role_type = 1) is not true;
