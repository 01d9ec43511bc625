-- Teachers choose exams and courses from within their learning platform (LTI Deep Linking 2.0, docs/decisions/0146).
create table integrate_lti_choice (
  wait_hash bytea primary key,
  choose_hash bytea not null unique,
  mark_hash bytea,
  platform_id bigint not null references integrate_lti_platform (id) on delete cascade,
  deployment text not null,
  person text not null,
  return_url text not null,
  data text,
  multiple boolean not null,
  scores boolean not null,
  items jsonb,
  expire_time timestamptz not null
);
create index integrate_lti_choice_platform on integrate_lti_choice (platform_id);
create index integrate_lti_choice_expire on integrate_lti_choice (expire_time);
comment on table integrate_lti_choice is 'Requests of learning platforms for links to exams and courses, until they are answered.';
comment on column integrate_lti_choice.wait_hash is 'SHA-256 of the code of the page that waits for the choice, within the platform.';
comment on column integrate_lti_choice.choose_hash is 'SHA-256 of the code of the page on which somebody of the back office chooses.';
comment on column integrate_lti_choice.mark_hash is 'SHA-256 of the mark of the browser that opened this page; null before.';
comment on column integrate_lti_choice.person is 'The name that the platform sent.';
comment on column integrate_lti_choice.data is 'Returned unchanged; null where the platform sent none.';
comment on column integrate_lti_choice.scores is 'Whether links may bring a column of the grade book along.';
comment on column integrate_lti_choice.items is 'The content items that were chosen; null before.';
