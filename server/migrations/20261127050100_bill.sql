-- Each day's books are compared with the vendors'.
create table pay_bill (
  channel text not null,
  day date not null,
  bill_state smallint not null check (bill_state between 0 and 2),
  ours integer not null default 0,
  theirs integer not null default 0,
  sum_ours bigint not null default 0,
  sum_theirs bigint not null default 0,
  diffs jsonb not null default '[]',
  error text not null default '',
  run_time timestamptz not null,
  primary key (channel, day)
);
comment on table pay_bill is 'One day of one vendor: payments less refunds by our books and by theirs, in the smallest unit of the currency, and what differs.';
comment on column pay_bill.bill_state is '0 equal, 1 different, 2 the bill could not be read';
