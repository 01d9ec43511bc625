-- Banks, questions, templates, courses, orders and trainings.
insert into repo (title, is_exam, is_train) select '题库' || n, true, true from generate_series(1, 300) n;
insert into repo_chapter (repo_id, title, sort) select r.id, '章节' || n, n from repo r, generate_series(1, 20) n where r.title like '题库%';
analyze repo, repo_chapter;
-- half of the questions are in the first bank
insert into qu (repo_id, chapter_id, qu_type, level, title, fingerprint, body, tags, create_time, update_time)
select c.repo_id, c.id, (array[1, 1, 2, 3, 5])[1 + n % 5], case when n % 4 = 0 then 2 else 1 end, '第' || n || '题：消防安全与酒店客房登记' || n % 977,
  sha256(convert_to('第' || n, 'UTF8')), '{"content":"<p>题</p>","analysis":"","modelAnswer":"","rule":{},"options":[],"blanks":[],"left":[],"right":[],"pairs":[],"subs":[]}',
  array['知识点' || n % 50], now() - n * interval '1 minute', now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people')::int) n
join (select repo_id, id, row_number() over (partition by repo_id order by id) as chapter, dense_rank() over (order by repo_id) as bank from repo_chapter) c
  on c.chapter = 1 + n % 20 and c.bank = case when n % 2 = 0 then 1 else 2 + n % 299 end;
analyze qu;
insert into qu_version (qu_id, version, body) select id, 1, body from qu on conflict do nothing;
insert into qu_report (qu_id, repo_id, version, user_id, kind, content, state, create_time)
select q.id, q.repo_id, 1, c.id, 'key', '答案有误', case when q.id % 3 = 0 then 0 else 1 end, now() - q.id * interval '1 minute'
from qu q join bench_candidate c on c.at = q.id % pg_temp.size('people') where q.id % 20 = 0;
insert into qu_import (repo_id, user_id, file_name, format, total) select min(r.id), u.id, '题.xlsx', 'sheet', 10000 from repo r, sys_user u where u.user_name = 'admin' group by u.id;
insert into qu_import_row (import_id, row, qu_type, title, body, has_error)
select i.id, n, 1, '题' || n, '{"content":"<p>题</p>","analysis":"","modelAnswer":"","rule":{},"options":[],"blanks":[],"left":[],"right":[],"pairs":[],"subs":[]}', n % 50 = 0 from qu_import i, generate_series(1, 10000) n;
insert into tmpl (title, state) select '模板' || n, n % 2 from generate_series(1, 1000) n;

insert into course (title, open_type, state, create_time) select '课程' || n, 1, case when n % 10 = 0 then 1 else 0 end, now() - n * interval '1 day' from generate_series(1, 1000) n;
insert into course_file (title, file_type, file_url, create_time) select '课件' || n, (array[11, 12, 21, 22])[1 + n % 4], '/files/' || n, now() - n * interval '1 hour' from generate_series(1, 5000) n;
analyze course, course_file;
insert into course_item (course_id, file_id, sort)
select c.id, f.id, 1 from (select id, row_number() over (order by id) as at from course) c
join (select id, row_number() over (order by id) as at from course_file) f on f.at between c.at * 5 - 4 and c.at * 5;
insert into course_learn (course_id, user_id, start_time, last_time, finish_time)
select c.id, p.id, now() - interval '10 days', now() - p.at * interval '1 minute', case when p.at % 3 = 0 then now() end
from bench_candidate p cross join lateral unnest(array[1, 2 + p.at % 900, 3 + p.at % 901]) as chosen (at)
join (select id, row_number() over (order by id) as at from course) c on c.at = chosen.at
on conflict do nothing;
analyze course_item, course_learn;
insert into course_file_learn (course_id, file_id, user_id, learn_sec, process, create_time, update_time)
select l.course_id, i.file_id, l.user_id, 60, 50, now(), now() - l.user_id * interval '1 minute'
from course_learn l join course_item i using (course_id);
insert into course_learn (course_id, user_id, start_time, last_time) select c.id, u.id, now(), now() from course c, sys_user u where u.user_name = 'learner';
insert into course_file_learn (course_id, file_id, user_id, learn_sec, process, create_time, update_time)
select i.course_id, i.file_id, u.id, 60, 50, now(), now() - i.file_id * interval '1 minute' from course_item i, sys_user u where u.user_name = 'learner';

-- 25 months of orders: most are paid, some were given up or refunded
insert into pay_order (order_no, user_id, goods_type, goods_id, goods_title, price, pay_method, order_state, pay_time, create_time)
select 'N' || n, c.id, 'course', 1 + n % 1000, '课程' || n % 1000, 1000 + n % 7 * 500, (array['wechat', 'alipay', 'points'])[1 + n % 3], case when n % 20 = 7 then 3 when n % 50 = 9 then 4 else 2 end,
  case when n % 20 <> 7 then t.time end, t.time
from generate_series(1, pg_temp.size('people') * 2) n join bench_candidate c on c.at = n % pg_temp.size('people')
cross join lateral (select now() - n * interval '5 minutes 30 seconds' as time) t order by n desc;
update pay_order set paid_amount = case when pay_method = 'points' then 0 else price end, paid_points = case when pay_method = 'points' then 100 else 0 end, refunded = case when order_state = 4 and pay_method <> 'points' then price else 0 end where order_state in (2, 4);
insert into pay_order (order_no, user_id, goods_type, goods_id, goods_title, price, pay_method, order_state, pay_time)
select 'L' || n, u.id, 'course', 1, '课程' || n, 1000, 'wechat', 2, now() - n * interval '1 hour' from generate_series(1, 500) n, sys_user u where u.user_name = 'learner';
insert into pay_invoice (order_id, user_id, price, company_name, company_id, email, phone, invoice_state, create_time)
select id, user_id, price, '公司' || id, '91' || id, '', '', 1 + id % 2, now() - id * interval '1 minute' from pay_order where id % 4 = 0;

insert into train (user_id, repo_id, mode, scope, state, qu_ids, total_count, answer_count, right_count, seed, create_time, update_time)
select c.id, r.id, 1, '', case when n <= pg_temp.size('people') then 0 else 1 end, '{}', 100, 50, 30, 1, now(), now() - n * interval '1 minute'
from generate_series(1, pg_temp.size('people') * 2) n
join bench_candidate c on c.at = n % pg_temp.size('people')
join (select id, row_number() over (order by id) as at from repo where title like '题库%') r on r.at = case when n % 2 = 0 then 1 else 1 + n % 300 end;
insert into train (user_id, repo_id, mode, scope, state, qu_ids, total_count, answer_count, right_count, seed, create_time, update_time)
select u.id, r.id, 1, '', 1, '{}', 100, 50, 30, 1, now(), now() - r.id * interval '1 hour' from repo r, sys_user u where u.user_name = 'learner';
insert into train_stat (qu_id, repo_id, chapter_id, answers, rights, people) select id, repo_id, chapter_id, 20, 12, 15 from qu;
-- the first bank is the trained one
insert into train_done (user_id, qu_id, repo_id, answers, rights, last_right, update_time)
select c.id, q.id, q.repo_id, 2, 1, q.id % 3 > 0, now() - c.at * interval '1 minute'
from bench_candidate c cross join generate_series(0, 9) i
join (select id, repo_id, row_number() over (order by id) as at from qu where repo_id = (select min(id) from repo where title like '题库%')) q
  on q.at = 1 + c.at % 1000 * 10 + i;
