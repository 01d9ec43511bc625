-- While a viewer follows an open paper, its recorder sends smaller pieces (docs/decisions/0223).
alter table paper_record
  add column watched_until timestamptz;
comment on column paper_record.watched_until is 'a viewer follows the recording until then; null: not yet';
