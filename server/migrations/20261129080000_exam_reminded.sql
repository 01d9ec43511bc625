-- When the candidates who had not come were last reminded, so that nobody reminds them again at once.
alter table exam add column reminded_at timestamptz;
