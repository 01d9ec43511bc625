-- What requests cost, and vectors of passages (docs/decisions/0242).
alter table assist_call
  -- yuan, by the prices of the provider when it was sent; 0 without them
  add column cost numeric(14, 6) not null default 0;
comment on column assist_call.kind is 'questions, improve, explain, mark, notice, embed, test';
comment on column assist_call.state is 'running, done, failed, cancelled';

alter table assist_passage
  -- of length 1, four bytes a number, little-endian
  add column embed bytea,
  -- the model that made it; vectors of another one are not used
  add column embed_model text not null default '';
