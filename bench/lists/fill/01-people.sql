-- Departments (20 branches of 10), people, groups, roles, and the rows that belong to people.
-- Sizes: bench.people, bench.papers. Every value follows from the row's number: two fills are equal but for the time of filling.
create function pg_temp.size(name text) returns bigint language sql stable as $$ select current_setting('bench.' || name)::bigint $$;
create function pg_temp.spread(n bigint, prime bigint, most bigint) returns int language sql immutable as $$ select (n * prime % most)::int $$;

insert into sys_depart (parent_id, dept_name, dept_code, sort)
select top.id, '分公司' || n, top.dept_code || 'A' || lpad(n::text, 2, '0'), n
from generate_series(1, 20) n, (select id, dept_code from sys_depart where parent_id is null order by id limit 1) top;
insert into sys_depart (parent_id, dept_name, dept_code, sort)
select up.id, up.dept_name || '部门' || n, up.dept_code || 'A' || lpad(n::text, 2, '0'), n
from generate_series(1, 10) n, sys_depart up where up.parent_id is not null;
with recursive tree as (
  select id, '/' || id || '/' as path from sys_depart where parent_id is null
  union all select d.id, tree.path || d.id || '/' from sys_depart d join tree on d.parent_id = tree.id)
update sys_depart set path = tree.path from tree where tree.id = sys_depart.id;

-- one in 25 is disabled, one in 100 waits for approval; their creation times cover three years
insert into sys_user (user_name, real_name, password_hash, mobile, mobile_time, dept_code, role_type, state, create_time)
select 'user' || lpad(n::text, 6, '0'),
  substr(surnames, 1 + pg_temp.spread(n, 7919, length(surnames)), 1) || substr(given, 1 + pg_temp.spread(n, 104729, length(given)), 1)
    || case when n % 3 = 0 then '' else substr(given, 1 + pg_temp.spread(n, 15485863, length(given)), 1) end,
  repeat('x', 97), '1' || 30 + n % 60 || lpad((n * 7919 % 100000000)::text, 8, '0'), now(),
  codes[2 + (n % 220)::int], case when n % 200 = 0 then 2 else 1 end,
  case when n % 100 = 7 then 2 when n % 25 = 3 then 1 else 0 end, now() - n * interval '16 minutes'
from generate_series(1, pg_temp.size('people')) n,
  (select array(select dept_code from sys_depart order by id) as codes,
    '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢' as surnames,
    '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红鑫浩然宇轩子涵梓欣怡雨桐诗晨佳琪文博思远俊熙若曦建国海燕志鹏' as given) t;
insert into sys_user_role (user_id, role_id) select id, 6 from sys_user where user_name like 'user%';

create table bench_candidate as select row_number() over (order by id) - 1 as at, id from sys_user where user_name like 'user%';
create unique index on bench_candidate (at);
analyze sys_user, bench_candidate;

-- the callers: administrators with every tag of a branch and of 20 chosen departments elsewhere (a branch and 19 single ones), and a learner; all with the administrator's password
insert into sys_role (role_name, role_level, data_scope) values ('分公司管理员', 2, 2);
insert into sys_role (role_name, role_level, data_scope) values ('指定部门管理员', 2, 4);
insert into sys_role_depart (role_id, dept_code) select r.id, d.dept_code from sys_role r, sys_depart d
where r.role_name = '指定部门管理员' and (d.dept_name in ('分公司2', '分公司3部门4') or d.dept_name ~ '^分公司([3-9]|1[0-9]|20)部门1$');
insert into sys_role_menu (role_id, menu_id) select r.id, m.id from sys_role r, sys_menu m where r.role_name in ('分公司管理员', '指定部门管理员');
insert into sys_user (user_name, real_name, password_hash, dept_code, role_type)
select 'branch', '分公司管理员', password_hash, (select dept_code from sys_depart where dept_name = '分公司1'), 2 from sys_user where user_name = 'admin'
union all select 'chosen', '指定部门管理员', password_hash, (select dept_code from sys_depart where dept_name = '分公司5'), 2 from sys_user where user_name = 'admin'
union all select 'learner', '学员', password_hash, (select dept_code from sys_depart where dept_name = '分公司1部门1'), 1 from sys_user where user_name = 'admin';
insert into sys_user_role (user_id, role_id) select u.id, r.id from sys_user u, sys_role r where (u.user_name, r.role_name) in (('branch', '分公司管理员'), ('chosen', '指定部门管理员'));
insert into sys_user_role (user_id, role_id) select id, 6 from sys_user where user_name = 'learner';
insert into sys_role (role_name, role_level, data_scope) select '角色' || n, 5, 3 from generate_series(1, 50) n;

insert into sys_group (group_name) select '分组' || n from generate_series(1, 200) n;
insert into sys_group_user (group_id, user_id)
select g.id, c.id from bench_candidate c cross join lateral unnest(array[2 + c.at % 199, case when c.at % 5 = 0 then 1 end]) as chosen (at)
join (select id, row_number() over (order by id) as at from sys_group) g on g.at = chosen.at;
insert into sys_real (user_id, real_name, face, id_card, sex, age, birthday, domicile_address, contact_way, state, create_time)
select c.id, u.real_name, '', '11010119900101' || lpad((c.at % 10000)::text, 4, '0'), '1', 30, '1990-01-01', '', '', case when c.at % 20 < 2 then 0 when c.at % 20 < 18 then 1 else 2 end, now() - c.at * interval '10 minutes'
from bench_candidate c join sys_user u on u.id = c.id where c.at % 2 = 0;
insert into sys_user_bind (user_id, login_type, open_id) select id, 'wechat', 'open' || id from bench_candidate where at % 5 = 0;
insert into sys_hotel (hotel_code, zwmc) select 'H' || lpad(n::text, 6, '0'), '云栖酒店第' || n || '分店' from generate_series(1, 20000) n;
insert into sys_notice (title, content, state, create_time) select '公告' || n, '内容', n % 2, now() - n * interval '1 day' from generate_series(1, 1000) n;
insert into sys_msg (user_id, title, content, read_state, create_time)
select c.id, '消息' || n, '内容' || n, case when n % 3 = 0 then 0 else 1 end, now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') * 10) n join bench_candidate c on c.at = pg_temp.spread(n, 7919, pg_temp.size('people'));
insert into sys_msg (user_id, title, content, read_state, create_time)
select u.id, '消息' || n, '内容' || n, case when n % 3 = 0 then 0 else 1 end, now() - n * interval '1 hour'
from generate_series(1, 2000) n, sys_user u where u.user_name in ('learner', 'admin');
-- two thirds of the commands are the administrator's, the others those of 200 people
insert into sys_log (user_id, user_name, path, title, input, create_time)
select u.id, u.user_name, '/api/' || (array['exam/exam/save', 'qu/qu/save', 'sys/user/save', 'course/course/save', 'paper/review/mark'])[1 + n % 5],
  (array['保存考试', '保存试题', '保存用户', '保存课程', '评分'])[1 + n % 5], '{}', now() - n * interval '30 seconds'
from generate_series(1, pg_temp.size('people') * 10) n
join (select -1 as at, id, user_name from sys_user where user_name = 'admin'
  union all select c.at, c.id, u.user_name from bench_candidate c join sys_user u using (id) where c.at < 200) u
  on u.at = case when n % 3 = 0 then n / 3 % 200 else -1 end;
insert into sys_login_log (user_id, user_name, way, success, create_time)
select c.id, 'user' || lpad((c.at + 1)::text, 6, '0'), 'password', n % 20 <> 0, now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') * 5) n join bench_candidate c on c.at = pg_temp.spread(n, 7919, pg_temp.size('people'));
insert into sys_sms_log (mobile, sms_type, provider, content, state, create_time)
select '138' || lpad((n % 100000000)::text, 8, '0'), 'login', 'local', '验证码', case when n % 50 = 0 then 'failed' else 'sent' end, now() - n * interval '2 minutes'
from generate_series(1, pg_temp.size('people') * 2) n;
insert into notify_tmpl (title, content) select '模板' || n, '内容' from generate_series(1, 300) n;
insert into notify_log (batch, title, content, channel, user_id, state, create_time)
select 'b' || n / 1000, '考试通知' || n / 1000, '内容', case when n % 4 = 0 then 'sms' else 'msg' end, c.id,
  case when n % 50 = 0 then 'failed' else 'sent' end, now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') * 5) n join bench_candidate c on c.at = pg_temp.spread(n, 7919, pg_temp.size('people'));
insert into points_log (user_id, points, ref_remark, create_time)
select c.id, 5, '考试合格', now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') * 5) n join bench_candidate c on c.at = pg_temp.spread(n, 7919, pg_temp.size('people'));
insert into points_log (user_id, points, ref_remark, create_time)
select u.id, 5, '考试合格', now() - n * interval '1 hour' from generate_series(1, 2000) n, sys_user u where u.user_name = 'learner';
