-- Courses and exams name the certificate that they earn.
set local lock_timeout = '5s';
alter table course add column cert_id bigint references cert (id);
alter table exam add column cert_id bigint references cert (id);
create index course_cert on course (cert_id) where cert_id is not null;
create index exam_cert on exam (cert_id) where cert_id is not null;
