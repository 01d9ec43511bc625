-- The history of one exam on its page: the acts of the audit log that name it.
set local lock_timeout = '5s';

create or replace function sys_log_exams(path text, input jsonb, before jsonb, after jsonb) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
      input ->> 'examId',
      case when path like '/api/exam/exam/%' then input ->> 'id' end,
      case when path = '/api/exam/exam/save' then after ->> 'id' end,
      case when path = '/api/notify/send' and input ->> 'refType' = 'exam' then input ->> 'refId' end
    ], null)
    || case when path like '/api/exam/exam/%' and jsonb_typeof(input -> 'ids') = 'array'
         then array(select jsonb_array_elements_text(input -> 'ids')) else '{}' end
    || case when path = '/api/exam/override/delete' and jsonb_typeof(before) = 'array'
         then array(select distinct one ->> 'examId' from jsonb_array_elements(before) one where one ->> 'examId' is not null) else '{}' end
$$;

-- acts of the back office only: candidates write thousands of rows per exam
create index if not exists sys_log_exams on sys_log using gin (sys_log_exams(path, input, before, after))
  where path like '/api/exam/exam/%' or path like '/api/exam/override/%' or path like '/api/exam/watch/%' or path like '/api/exam/offline/%'
    or path like '/api/paper/fix/%' or path in ('/api/paper/review/allocate', '/api/paper/review/rubric-save', '/api/notify/send');
