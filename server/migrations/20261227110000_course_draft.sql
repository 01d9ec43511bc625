-- A new course may be a draft until it is published (docs/decisions/0187). A draft is disabled, so that everything that asks for enabled courses leaves it out.
alter table course add column draft boolean not null default false;
alter table course add constraint course_draft check (not draft or state = 1) not valid;
comment on column course.draft is 'not published yet; always disabled';
