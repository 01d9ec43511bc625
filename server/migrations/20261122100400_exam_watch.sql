-- Watching an exam: when the last page of an open paper went away. A page that has been heard of since (last_seen) is there again.
alter table paper add column gone_at timestamptz;
