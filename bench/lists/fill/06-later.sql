-- What later domains added: captions of videos and commands of the history of an exam.
insert into course_caption (file_id, language, label, is_default, content, cues, create_by, create_time, update_time)
select f.id, l.language, l.label, l.language = 'zh', 'WEBVTT' || repeat(E'\n\n00:00:00.000 --> 00:00:04.000\n字幕', 300), 300, u.id, now(), now()
from course_file f cross join (values ('zh', '中文'), ('en', 'English')) l (language, label), sys_user u where u.user_name = 'admin' and f.file_type = 22;

insert into sys_log (user_id, user_name, path, title, input, create_time)
select u.id, u.user_name, '/api/' || (array['exam/exam/save', 'exam/override/save', 'exam/watch/finish'])[1 + n % 3], (array['保存考试', '保存例外', '交卷'])[1 + n % 3],
  jsonb_build_object(case when n % 3 = 0 then 'id' else 'examId' end, e.id::text), now() - n * interval '10 minutes'
from generate_series(1, pg_temp.size('people') / 10) n join sys_user u on u.user_name = 'admin'
join bench_exam e on e.at = case when n % 2 = 0 then 303 else 1 + n % 300 end;

-- the learner leads a branch; the figures of each person as the job counts them
update sys_depart set leader_id = (select id from sys_user where user_name = 'learner') where dept_name = '分公司1';
insert into stat_person (user_id, overdue, learning, exam_id, exam_end, paper_id, passed, cert_grant_id, cert_end, month, learn_sec, count_time)
select c.id, greatest(c.at % 11 - 6, 0), c.at % 4, case when c.at % 3 = 0 then e.id end, case when c.at % 3 = 0 then e.end_time end, p.id, p.passed,
  g.id, g.expire_time, date_trunc('month', now())::date, case when c.at % 5 > 0 then c.at % 40000 else 0 end, now()
from bench_candidate c cross join (select x.id, x.end_time from exam x join bench_exam b on b.id = x.id where b.at = 303) e
left join lateral (select id, coalesce(passed, false) as passed from paper where user_id = c.id and state = 2 order by id desc limit 1) p on true
left join lateral (select id, expire_time from cert_grant where user_id = c.id and state = 0 and expire_time > now() and expire_time < now() + interval '60 days'
  order by expire_time limit 1) g on true;
insert into stat_team_remind (user_id, kind, ref_id, sent_time) select user_id, 'exam', exam_id, now() - interval '2 days' from stat_person where exam_id is not null;
analyze stat_person;

-- entries of the book are those of this release: nothing is to be brought up to it while lists are measured
update book_freeze set done_to = (select max(id) from book_qu);
