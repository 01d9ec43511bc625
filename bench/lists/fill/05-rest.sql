-- What came with the later domains: certificates, money that went back, faces, live rooms, battles, an activity of everybody.
insert into sys_config (key, data) values ('site', '{"props": {"moduleCert": true}}') on conflict (key) do update set data = jsonb_set(sys_config.data, '{props,moduleCert}', 'true');

insert into cert (title, authority, create_by, create_time, update_time)
select '证书' || n, '云栖酒店集团', u.id, now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, 50) n, sys_user u where u.user_name = 'admin';
insert into cert_version (cert_id, version, layout) select id, 1, '{}' from cert;
insert into cert_grant (grant_no, cert_id, version, user_id, title, authority, real_name, vars, ref_type, ref_id, state, create_time, expire_time, file_state)
select 'SY2026' || lpad(n::text, 8, '0'), t.id, 1, p.id, t.title, t.authority, u.real_name, '{}', 'exam', n, case when n % 50 = 7 then 1 else 0 end,
  now() - n * interval '5 minutes', case when n % 3 = 0 then now() + (n % 700 - 100) * interval '1 day' end, 1
from generate_series(1, pg_temp.size('people') * 2) n
join (select id, title, authority, row_number() over (order by id) as at from cert) t on t.at = 1 + n % 50
join (select at, id from bench_candidate union all select -1, id from sys_user where user_name = 'learner') p
  on p.at = case when n % 700 = 3 then -1 else pg_temp.spread(n, 7919, pg_temp.size('people')) end
join sys_user u on u.id = p.id;

insert into pay_refund (order_id, refund_no, amount, vendor_amount, reason, refund_state, create_time, done_time)
select id, 'B' || id, price, price, '退课', case when id % 10 = 0 then 3 else 2 end, create_time, case when id % 10 > 0 then create_time end from pay_order where id % 10 in (0, 3);
insert into pay_coupon (code, title, kind, value, used, create_by, create_time)
select 'C' || lpad(n::text, 8, '0'), '优惠' || n / 1000, (array['off', 'percent', 'free'])[1 + n / 1000 % 3], 50, n % 2, u.id, now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') / 2) n, sys_user u where u.user_name = 'admin';
insert into pay_bill (channel, day, bill_state, ours, theirs, sum_ours, sum_theirs, run_time)
select c, current_date - n, case when n % 30 = 4 then 1 else 0 end, 100, 100, 100000, 100000, now() - n * interval '1 day' from generate_series(1, 730) n, unnest(array['wechat', 'alipay', 'paypal']) c;

insert into sys_face (id, url, provider, model, source, state, create_time, update_time)
select id, '/files/face', 'local', 'bench', case when at % 2 = 0 then 'real' else 'import' end, case when at % 20 = 1 then 2 else 0 end, now(), now() - at * interval '5 minutes'
from bench_candidate where at % 5 < 3;
insert into course_face (user_id, course_id, kind, passed, score, create_time)
select l.user_id, l.course_id, 1 + n % 2, l.user_id % 20 > 0, 0.7, now() - l.user_id * interval '3 minutes' - n * interval '1 minute' from course_learn l, generate_series(1, 2) n order by l.user_id, l.course_id, n;
insert into course_question (course_id, user_id, position, content, is_open, answered, create_time)
select course_id, user_id, 0, '问题' || user_id, user_id % 3 = 0, user_id % 5 > 0, now() - user_id * interval '7 minutes' from course_learn where user_id % 4 = 0;
insert into course_rate (course_id, user_id, stars, content, hidden, create_time, update_time)
select course_id, user_id, 1 + user_id % 5, '评价' || user_id, user_id % 50 = 0, now() - user_id * interval '9 minutes', now() from course_learn where user_id % 3 = 0;
insert into stat_overdue (course_id, dept_code, people, overdue, unopened, due_time, count_time)
select c.id, d.dept_code, 100, (c.id * 7 + d.id) % 100, 3, now() - c.id % 60 * interval '1 day', now() from course c, sys_depart d where c.id % 5 = 0;

insert into course_file (title, file_type, file_url) select '直播' || n, 23, '' from generate_series(1, 2000) n;
insert into live_room (course_id, file_id, title, teacher_id, stream, provider, start_time, end_time, state, began_at, ended_at, create_time)
select c.id, f.id, f.title, u.id, 's' || f.at, 'local', t.start_time, t.start_time + interval '1 hour', case when f.at > 20 then 2 else 0 end,
  case when f.at > 20 then t.start_time end, case when f.at > 20 then t.start_time + interval '1 hour' end, t.start_time
from (select id, title, row_number() over (order by id) as at from course_file where title like '直播%') f
join (select id, row_number() over (order by id) as at from course) c on c.at = 1 + f.at % 900
cross join lateral (select now() + (20 - f.at) * interval '7 hours' as start_time) t, sys_user u where u.user_name = 'admin';
insert into live_presence (room_id, user_id, first_time, last_time, sec)
select r.id, c.id, r.start_time, r.start_time + interval '50 minutes', 600 + c.at % 2400
from (select id, start_time, row_number() over (order by id) as at from live_room) r
join bench_candidate c on case when r.at = 1 then c.at % 5 = 0 else c.at % 2000 = r.at end;

insert into battle (repo_id, mode, state, seed, ending, winner, create_time, begin_time, end_time)
select b.id, (array['match', 'friend', 'robot'])[1 + n % 3], 2, n, 'finished', n % 3, now() - n * interval '3 minutes', now() - n * interval '3 minutes', now() - n * interval '3 minutes'
from generate_series(1, pg_temp.size('people')) n join (select id, row_number() over (order by id) as at from repo where title like '题库%') b on b.at = 1 + n % 20;
insert into battle_side (battle_id, side, user_id, robot_level, score, open)
select b.id, s, case when s = 2 and b.mode = 'robot' then null else p.id end, case when s = 2 and b.mode = 'robot' then 1 end, b.seed % 100, false
from battle b cross join generate_series(1, 2) s
join (select at, id from bench_candidate union all select -1, id from sys_user where user_name = 'learner') p
  on p.at = case when b.seed % 300 = 5 and s = 1 then -1 else pg_temp.spread(b.seed, 7919 + s * 6, pg_temp.size('people')) end;

insert into battle_rank (season, user_id, rating, win, lose, draw, update_time)
select s.name, id, 700 + pg_temp.spread(at + s.n, 104729, 1201), at % 40, at % 37, at % 5, now()
from bench_candidate, (select n, to_char(now() - n * interval '3 months', 'YYYY"Q"Q') as name from generate_series(0, 3) n) s where n = 0 or at % 4 = n;

insert into activity (title, repo_id, single_count, multiple_count, judge_count, run_sec, start_time, end_time, show_rank, open_type, state, settle_time, create_time)
select '活动' || n, b.id, 5, 0, 0, 300, t.start_time, t.start_time + interval '3 days', 'live', 1, case when n % 20 = 0 then 1 else 0 end,
  case when t.start_time + interval '3 days' < now() then now() end, t.start_time
from generate_series(1, 500) n cross join lateral (select now() + (5 - n) * interval '1 day' as start_time) t,
  (select min(id) as id from repo where title like '题库%') b;
insert into activity_run (activity_id, user_id, no, questions, keys, state, begin_time, deadline, hand_time, right_count, score, ms)
select a.id, p.id, 1, '[]', '[]', 1, a.start_time, a.start_time + interval '5 minutes', a.start_time + interval '2 minutes', p.at % 6, p.at % 6 * 100, 20000 + p.at % 90000
from (select id, start_time, row_number() over (order by id) as at from activity) a
join (select at, id from bench_candidate union all select 300, id from sys_user where user_name = 'learner') p on a.at = 1 or p.at % 500 = a.at;
insert into activity_best (activity_id, user_id, run_id, score, ms, time) select activity_id, user_id, id, score, ms, hand_time from activity_run on conflict do nothing;
insert into activity_players (activity_id, slot, players) select activity_id, user_id % 16, count(*) from activity_best group by 1, 2;

-- late answers of the last weeks: older ones are removed by their retention
insert into paper_late (paper_id, qu_id, session, seq, answer, reason, received_at, deadline_at)
select id, 1, 'r', 1, '{"tags":["A"]}', 'late', now() - id % 20000 * interval '1 minute', now() - id % 20000 * interval '1 minute' from paper where id % 40 = 7 and state > 0;

insert into sys_directory_run (state, origin, start_time, end_time, entries, accounts) select 1, 0, now() - n * interval '1 day', now() - n * interval '1 day', 20000, 20000 from generate_series(1, 60) n;
insert into sys_directory_row (run_id, place, kind, user_name, real_name, depart)
select (select min(id) from sys_directory_run), n, (array['add', 'change', 'move'])[1 + n % 3], 'user' || n, '姓名' || n, '部门' from generate_series(1, pg_temp.size('people')) n;

insert into sys_bin (kind, object_id, title, create_by, create_time)
select (array['qu', 'exam', 'course', 'tmpl', 'repo'])[1 + n % 5], n, (array['试题', '考试', '课程', '试卷', '题库'])[1 + n % 5] || n, u.id, now() - n * interval '2 minutes'
from generate_series(1, pg_temp.size('people') / 5) n join sys_user u on u.user_name = case when n % 10 = 0 then 'branch' else 'admin' end;
insert into notify_plan (send_at, state, title, content, body, create_by, create_time)
select now() - (n - 20) * interval '3 hours', case when n < 20 then 'waiting' when n % 50 = 0 then 'failed' else 'sent' end, '考试通知' || n, '内容', '{}', u.id, now() - n * interval '3 hours'
from generate_series(1, 2000) n join sys_user u on u.user_name = case when n % 10 = 0 then 'branch' else 'admin' end;
insert into integrate_hook (title, kind, url, secret, events, enabled, create_time, update_time)
select '系统' || n, 'hook', 'https://system' || n || '.example/', '', '{paper.finished}', false, now() - n * interval '1 day', now() from generate_series(1, 20) n;
insert into integrate_delivery (hook_id, event_id, event, body, state, attempts, next_time, http_status, ms, create_time, done_time)
select h.id, gen_random_uuid(), (array['paper.finished', 'course.finished', 'cert.granted'])[1 + n % 3], '{}', case when n % 40 = 0 then 'failed' else 'done' end, 1, t.time, 200, 40, t.time, t.time
from generate_series(1, pg_temp.size('people') * 2) n join (select id, row_number() over (order by id) - 1 as at from integrate_hook) h on h.at = n % 20
cross join lateral (select now() - n * interval '15 seconds' as time) t;
insert into sys_api_token (hash, hint, title, user_id, tags, expire_time, create_time)
select sha256(convert_to('token' || n, 'UTF8')), 'sy_', '令牌' || n, u.id, '{exam:list}', now() + n * interval '1 day', now() - n * interval '1 hour'
from generate_series(1, 300) n join sys_user u on u.user_name = case when n % 10 = 0 then 'branch' else 'admin' end;
insert into sys_backup (state, origin, stage, start_time, end_time, verified) select 1, 0, 1, now() - n * interval '1 day', now() - n * interval '1 day', true from generate_series(1, 365) n;

insert into integrate_lti_platform (title, issuer, client_id, deployments, auth_url, keys_url, dept_code, create_time, update_time)
select '平台', 'https://platform.example', 'client', '{d}', 'https://platform.example/auth', 'https://platform.example/keys', dept_code, now(), now() from sys_depart order by path limit 1;
insert into integrate_lti_context (platform_id, deployment, context, title, url, people, read_time, launch_time)
select p.id, 'd', 'c' || n, '课程' || n, 'https://platform.example/m', 10000, now(), now() from integrate_lti_platform p, generate_series(1, 500) n;
insert into integrate_lti_member (context_id, subject, name, teaches, active, first_time)
select (select min(id) from integrate_lti_context), 's' || n, '王' || n, false, true, now() - n % 3 * interval '1 day' from generate_series(1, 10000) n;
