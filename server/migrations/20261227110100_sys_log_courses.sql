-- The history of one course on its page: the acts of the audit log that name it.
set local lock_timeout = '5s';

create or replace function sys_log_courses(path text, input jsonb, after jsonb) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
      input ->> 'courseId',
      case when path in ('/api/course/course/save', '/api/course/course/publish') then input ->> 'id' end,
      case when path = '/api/course/course/save' then after ->> 'id' end,
      case when path = '/api/notify/send' and input ->> 'refType' = 'course' then input ->> 'refId' end
    ], null)
    || case when path in ('/api/course/course/state', '/api/course/course/delete') and jsonb_typeof(input -> 'ids') = 'array'
         then array(select jsonb_array_elements_text(input -> 'ids')) else '{}' end
$$;

-- acts of the back office only: learners write thousands of rows per course
-- locks sys_log: the index has acts of the office about courses only, thousands of rows; the operator may build it before the upgrade
create index if not exists sys_log_courses on sys_log using gin (sys_log_courses(path, input, after))
  where path like '/api/course/course/%' or path in ('/api/stat/course/remind', '/api/notify/send');
