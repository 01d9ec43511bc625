-- Prizes of activities in certificates: a certificate that an activity names is not deleted.
create table activity_cert (
  activity_id bigint not null references activity (id) on delete cascade,
  cert_id bigint not null references cert (id),
  primary key (activity_id, cert_id)
);
create index activity_cert_cert on activity_cert (cert_id);
comment on table activity_cert is 'Certificates that are prizes of an activity.';

alter table activity_award add column cert_id bigint;
comment on column activity_award.cert_id is 'the certificate that was granted; null without one';
