-- What later domains added: captions of videos and commands of the history of an exam.
insert into course_caption (file_id, language, label, is_default, content, cues, create_by, create_time, update_time)
select f.id, l.language, l.label, l.language = 'zh', 'WEBVTT' || repeat(E'\n\n00:00:00.000 --> 00:00:04.000\n字幕', 300), 300, u.id, now(), now()
from course_file f cross join (values ('zh', '中文'), ('en', 'English')) l (language, label), sys_user u where u.user_name = 'admin' and f.file_type = 22;

insert into sys_log (user_id, user_name, path, title, input, create_time)
select u.id, u.user_name, '/api/' || (array['exam/exam/save', 'exam/override/save', 'exam/watch/finish'])[1 + n % 3], (array['保存考试', '保存例外', '交卷'])[1 + n % 3],
  jsonb_build_object(case when n % 3 = 0 then 'id' else 'examId' end, e.id::text), now() - n * interval '10 minutes'
from generate_series(1, pg_temp.size('people') / 10) n join sys_user u on u.user_name = 'admin'
join bench_exam e on e.at = case when n % 2 = 0 then 303 else 1 + n % 300 end;

-- the learner leads a branch; the figures of each person as the job counts them. Papers and certificates have no index by person here.
update sys_depart set leader_id = (select id from sys_user where user_name = 'learner') where dept_name = '分公司1';
insert into stat_person (user_id, overdue, learning, exam_id, exam_end, paper_id, passed, cert_grant_id, cert_end, month, learn_sec, count_time)
select c.id, greatest(c.at % 11 - 6, 0), c.at % 4, case when c.at % 3 = 0 then e.id end, case when c.at % 3 = 0 then e.end_time end, p.id, p.passed,
  g.id, g.expire_time, date_trunc('month', now())::date, case when c.at % 5 > 0 then c.at % 40000 else 0 end, now()
from bench_candidate c cross join (select x.id, x.end_time from exam x join bench_exam b on b.id = x.id where b.at = 303) e
left join (select distinct on (user_id) user_id, id, coalesce(passed, false) as passed from paper where state = 2 order by user_id, id desc) p on p.user_id = c.id
left join (select distinct on (user_id) user_id, id, expire_time from cert_grant where state = 0 and expire_time > now() and expire_time < now() + interval '60 days'
  order by user_id, expire_time) g on g.user_id = c.id;
insert into stat_team_remind (user_id, kind, ref_id, sent_time) select user_id, 'exam', exam_id, now() - interval '2 days' from stat_person where exam_id is not null;
analyze stat_person;

-- entries of the book are those of this release: nothing is to be brought up to it while lists are measured
update book_freeze set done_to = (select max(id) from book_qu);

-- 1,000 surveys with up to 1,000,000 answers: one of 20,000 anonymous ones, one of 20,000 by name, the others of everybody's size; the usual
-- learner has answered a few
insert into survey (title, anonymous, questions, open_type, state, link_key, start_time, end_time, create_by, create_time, update_time)
select '问卷' || n, n % 2 = 1,
  '[{"id":"q1","type":"single","title":"满意吗","options":[{"id":"o1","text":"是"},{"id":"o2","text":"否"}]},{"id":"q2","type":"multiple","title":"哪些","options":[{"id":"o1","text":"甲"},{"id":"o2","text":"乙"},{"id":"o3","text":"丙"}]},{"id":"q4","type":"rating","title":"打分"},{"id":"q5","type":"nps","title":"推荐"},{"id":"q3","type":"text","title":"建议"}]',
  1, case when n % 20 = 19 then 0 when n % 20 = 0 then 2 else 1 end, 'bench' || n, null,
  case when n > 10 then now() - interval '1 day' end, u.id, now() - n * interval '6 hours', now()
from generate_series(1, 1000) n, sys_user u where u.user_name = 'admin';
insert into survey_answer (id, survey_id, user_id, dept_code, create_time, answers)
select s.id * 10000000 + p.at, s.id, case when s.anonymous then null else p.id end, case when s.anonymous then null else u.dept_code end,
  case when s.anonymous then null else now() - p.at * interval '1 minute' end,
  jsonb_build_object('q1', 'o' || 1 + p.at % 2, 'q2', jsonb_build_array('o1', 'o' || 2 + p.at % 2), 'q4', 1 + p.at % 5, 'q5', p.at % 11, 'q3', '建议' || p.at)
from (select id, anonymous, row_number() over (order by id) as at from survey where state <> 0) s
join bench_candidate p on s.at <= 2 and p.at % 5 = 0 or p.at % 100 = s.at % 100
join sys_user u on u.id = p.id;
insert into survey_receipt (survey_id, user_id)
select s.id, p.id from (select id, row_number() over (order by id) as at from survey where state <> 0) s
join bench_candidate p on s.at <= 2 and p.at % 5 = 0 or p.at % 100 = s.at % 100;
insert into survey_receipt (survey_id, user_id)
select s.id, u.id from survey s, sys_user u where u.user_name = 'learner' and s.state = 1 and s.id % 7 = 3 on conflict do nothing;

-- 100 assignments in as many courses, with 100,000 hand-ins: of 20 one is returned, of 4 one waits; the learner has one in each
insert into course_file (title, file_type, file_url, create_by, create_time) select '作业' || n, 61, '', u.id, now() - n * interval '1 hour' from generate_series(1, 100) n, sys_user u where u.user_name = 'admin';
insert into course_work (file_id, content, max_score, pass_score, deadline_time, late, late_percent, tries, takes_text, kinds, most_files, most_mb, finish, blind, marker_ids, rubric)
select id, '<p>要求</p>', 10000, 6000, now() + interval '3 days', true, 10, 1, true, '{image,document}', 5, 50, 2, id % 10 = 0, '{}', '[]' from course_file where file_type = 61;
insert into course_item (course_id, file_id, sort)
select c.id, f.id, 9 from (select id, row_number() over (order by id) as at from course) c
join (select id, row_number() over (order by id) as at from course_file where file_type = 61) f using (at);
insert into course_work_hand (course_id, file_id, user_id, try_no, state, content, create_time, save_time, hand_time, late_days, score, final_score, passed, mark_by, mark_time)
select i.course_id, i.file_id, p.id, 1, p.state, '答案' || p.at, t.time, t.time, t.time, case when p.at % 9 = 0 then 2 else 0 end,
  case when p.state = 3 then s.score end, case when p.state = 3 then s.score end, case when p.state = 3 then s.score >= 6000 end, case when p.state > 1 then 1 end, case when p.state > 1 then now() end
from (select id, at, case when at % 20 = 7 then 2 when at % 4 = 0 then 1 else 3 end as state from bench_candidate) p
cross join lateral (select 4000 + p.at % 6000 as score) s cross join lateral (select now() - p.at * interval '1 minute' as time) t
join (select course_id, file_id, row_number() over (order by file_id) as at from course_item join course_file f on f.id = file_id where f.file_type = 61) i
  on i.at = case when p.at % 3 = 0 then 1 else 1 + p.at % 100 end
order by p.at desc;
insert into course_work_hand (course_id, file_id, user_id, try_no, state, content, create_time, save_time, hand_time)
select i.course_id, i.file_id, u.id, 1, 1, '答案', now(), now(), now() - i.file_id * interval '1 hour' from course_item i join course_file f on f.id = i.file_id, sys_user u where f.file_type = 61 and u.user_name = 'learner';
analyze course_work, course_work_hand;
-- 100 lessons in a room in as many courses, 50 of them ahead, with 100,000 seats, a third of them in one lesson; the learner has one in each
insert into course_file (title, file_type, file_url, create_by, create_time) select '培训' || n, 71, '', u.id, now() - n * interval '1 hour' from generate_series(1, 100) n, sys_user u where u.user_name = 'admin';
insert into course_room (file_id, place, content, start_time, end_time, seats, teacher_ids, self_enrol, walk_in, late_minutes, sign_out)
select id, '培训室' || id % 9, '', t.time, t.time + interval '2 hours', case when id % 3 = 0 then 500 end, '{}', true, false, 10, false
from (select id, row_number() over (order by id) as at from course_file where file_type = 71) f cross join lateral (select now() + (f.at - 50) * interval '5 hours' as time) t;
insert into course_item (course_id, file_id, sort)
select c.id, f.id, 10 from (select id, row_number() over (order by id) as at from course) c
join (select id, row_number() over (order by id) as at from course_file where file_type = 71) f using (at);
insert into course_room_seat (course_id, file_id, user_id, state, queue_time, in_time)
select i.course_id, i.file_id, p.id, p.state, now() - p.at * interval '1 minute', case when p.state in (3, 4) then now() - p.at * interval '1 second' end
from (select id, at, case when at % 20 = 7 then 6 when at % 10 = 1 then 1 when at % 10 = 2 then 4 when at % 10 = 3 then 5 when at % 2 = 0 then 3 else 2 end as state from bench_candidate) p
join (select course_id, file_id, row_number() over (order by file_id) as at from course_item join course_file f on f.id = file_id where f.file_type = 71) i
  on i.at = case when p.at % 3 = 0 then 1 else 1 + p.at % 100 end;
insert into course_room_seat (course_id, file_id, user_id, state, queue_time)
select i.course_id, i.file_id, u.id, 2, now() - interval '9 days' from course_item i join course_file f on f.id = i.file_id, sys_user u where f.file_type = 71 and u.user_name = 'learner'
on conflict (file_id, user_id) do nothing;
-- the first lesson is taught by the administrators of a part of the site, too
update course_room set teacher_ids = array(select id from sys_user where user_name in ('branch', 'chosen')) where file_id = (select min(file_id) from course_room);
analyze course_room, course_room_seat;
-- 200 learning paths of 500,000 people together, one of 5,000; each has two stages of five courses, of which some are done
insert into path (title, open_type, days, state, create_by, create_time, update_time)
select '方案' || n, 3, 30, case when n % 20 = 19 then 0 else 1 end, u.id, now() - n * interval '6 hours', now()
from generate_series(1, 200) n, sys_user u where u.user_name = 'admin';
update path set create_by = u.id from sys_user u where (u.user_name, path.title) in (('branch', '方案197'), ('chosen', '方案198'));
insert into path_stage (path_id, title, sort, need) select p.id, '阶段' || s, s, s from path p cross join generate_series(0, 1) s;
insert into path_item (path_id, kind, ref_id, stage_id, sort, required, amount, title)
select s.path_id, 'course', c.id, s.id, s.sort * 1000 + k, k > 0 or s.sort = 0, 20, c.title
from path_stage s cross join generate_series(0, 4) k
join (select id, title, row_number() over (order by id) as at from course) c on c.at = 1 + (s.path_id * 7 + s.sort * 5 + k) % 1000;
create table bench_path as
select p.id as path_id, c.id as user_id, c.at from path p join bench_candidate c on (c.at + p.id) % 40 = 0 or p.id = 1 and c.at % 40 = 17
union select p.id, u.id, 0 from path p, sys_user u where u.user_name = 'learner' and p.id % 20 = 1;
insert into path_user (path_id, user_id, start_time, due_time, finish_time, done, total)
select path_id, user_id, now() - (at % 60) * interval '1 day', now() + (30 - at % 60) * interval '1 day',
  case when at % 4 = 3 then now() - interval '1 day' end, case when at % 4 = 3 then 10 else at % 4 end, 10 from bench_path;
insert into path_done (path_id, user_id, kind, ref_id, done_time)
select b.path_id, b.user_id, i.kind, i.ref_id, now() - interval '2 days' from bench_path b join path_item i on i.path_id = b.path_id and i.sort < b.at % 4;
analyze path, path_stage, path_item, path_user, path_done;
-- a month of an assistant that many use
insert into assist_call (kind, user_id, about, provider, model, state, tokens_in, tokens_out, ms, sent, answered, create_time)
select 'questions', u.id, '材料' || n % 100, 'other', 'some-model', case when n % 20 = 0 then 'failed' else 'done' end, 3000, 1200, 9000,
  repeat('材料', 1000), repeat('答案', 400), now() - n * interval '1 minute'
from generate_series(1, 40000) n join (select id, row_number() over (order by id) as at from sys_user limit 500) u on u.at = n % 500 + 1;
insert into assist_run (user_id, repo_id, source, wants, state, percent, made, create_time)
select u.id, (select min(id) from repo) + n % 20, '{"kind":"text","title":"材料"}', '[{"quType":1,"count":5}]', 'done', 100, 5, now() - n * interval '1 hour'
from generate_series(1, 2000) n join sys_user u on u.user_name = 'admin' and n % 4 = 0
where exists (select from repo r where r.id = (select min(id) from repo) + n % 20);
-- recordings of the largest exam and of every fifth paper, with two tracks, watched twice
insert into paper_record (paper_id, exam_id, user_id, camera, sound, screen, keep_days, verdict, state, keep_until, create_time)
select p.id, p.exam_id, p.user_id, true, false, true, 30, case when p.id % 50 = 0 then 3 when p.id % 3 = 0 then 1 else 0 end, case when p.id % 9 = 0 then 3 else 2 end, now() + p.id % 30 * interval '1 day', p.start_time
from paper p join bench_exam e on e.id = p.exam_id where e.at = 301 or p.id % 5 = 0;
insert into paper_track (paper_id, track, part, mime, surface, session, begin_time, start_time, last_time, bytes, length_ms, ended, init_bytes, scan)
select paper_id, track, 1, 'video/webm;codecs=vp8', '', 's', create_time, create_time, create_time, 20000000, 3000000, true, 300, '{}'
from paper_record, generate_series(1, 2) track;
insert into paper_view (paper_id, track, part, user_id, seen, live, from_ms, to_ms, ip, create_time, update_time)
select paper_id, n, 1, u.id, n = 1, false, 0, 60000, '10.0.0.1', now(), now() from paper_record, generate_series(1, 2) n, sys_user u where u.user_name = 'admin';
insert into paper_view (paper_id, track, part, user_id, seen, live, from_ms, to_ms, ip, create_time, update_time)
select (select max(p.id) from paper p join bench_exam e on e.id = p.exam_id and e.at = 301), 1, 1, u.id, false, n % 2 = 0, n * 1000, n * 1000 + 900, '10.0.0.1', now() - n * interval '1 minute', now()
from generate_series(1, 2000) n, sys_user u where u.user_name = 'admin';
analyze paper_record, paper_track, paper_view;

-- second opinions on the answers of a large exam that people have marked
insert into assist_mark (paper_id, leaf, exam_id, rubric_hash, score, lines, said)
select paper_id, leaf, exam_id, '', coalesce(score, 0), '{}', '[]' from paper_review_task where role = 1 and state > 0
on conflict do nothing;
