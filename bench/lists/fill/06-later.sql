-- What later domains added: captions of videos and commands of the history of an exam.
insert into course_caption (file_id, language, label, is_default, content, cues, create_by, create_time, update_time)
select f.id, l.language, l.label, l.language = 'zh', 'WEBVTT' || repeat(E'\n\n00:00:00.000 --> 00:00:04.000\n字幕', 300), 300, u.id, now(), now()
from course_file f cross join (values ('zh', '中文'), ('en', 'English')) l (language, label), sys_user u where u.user_name = 'admin' and f.file_type = 22;

insert into sys_log (user_id, user_name, path, title, input, create_time)
select u.id, u.user_name, '/api/' || (array['exam/exam/save', 'exam/override/save', 'exam/watch/finish'])[1 + n % 3], (array['保存考试', '保存例外', '交卷'])[1 + n % 3],
  jsonb_build_object(case when n % 3 = 0 then 'id' else 'examId' end, e.id::text), now() - n * interval '10 minutes'
from generate_series(1, pg_temp.size('people') / 10) n join sys_user u on u.user_name = 'admin'
join bench_exam e on e.at = case when n % 2 = 0 then 303 else 1 + n % 300 end;

-- entries of the book are those of this release: nothing is to be brought up to it while lists are measured
update book_freeze set done_to = (select max(id) from book_qu);
