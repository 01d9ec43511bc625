-- Hints of a page or of a picture end no paper (docs/decisions/0268). Exams, presets and their copies in the recycle bin that have such a kind as
-- force mark it instead. Versions stay: a form that is open keeps its place.
create function pg_temp.without_force(signals jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(kind, case
    when verdict = '"force"' and kind in ('unseen', 'paste', 'copy', 'debug', 'screen', 'overtime') then '"flag"'
    else verdict end), '{}')
  from jsonb_each(signals) as one (kind, verdict)
$$;

update exam set signals = pg_temp.without_force(signals)
where signals is distinct from pg_temp.without_force(signals);

update exam_preset set settings = jsonb_set(settings, '{signals}', pg_temp.without_force(settings -> 'signals'))
where jsonb_typeof(settings -> 'signals') = 'object' and settings -> 'signals' is distinct from pg_temp.without_force(settings -> 'signals');

update sys_bin_row set data = jsonb_set(data, '{signals}', pg_temp.without_force(data -> 'signals'))
where table_name = 'exam' and jsonb_typeof(data -> 'signals') = 'object' and data -> 'signals' is distinct from pg_temp.without_force(data -> 'signals');

drop function pg_temp.without_force(jsonb);
