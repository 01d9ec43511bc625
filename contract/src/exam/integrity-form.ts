// Which signals may end a paper, and the fields of the form for signals and protection of the exam page. Apart from the settings, because the
// exam room loads those.
import { encoded } from '../kernel/message.ts'
import { say } from './exam.texts.ts'
import { integrityRules, type SignalKind, Signals, type Verdict } from './integrity-settings.ts'

/**
 * Signals that may end a paper: facts, and captures, because the specification ends a paper after several failed ones in a row. All others are
 * hints, which may be wrong: times to look at (docs/decisions/0268).
 */
export const forcing: readonly SignalKind[] = ['leave', 'fullscreen', 'face', 'takeover', 'address', 'recording', 'phone']

/**
 * The verdict that a kind of signal may have: force of a kind that may not end a paper is flag, every other verdict stays. For stored settings
 * of an earlier version and for copies; the calls refuse it.
 */
export const allowedVerdict = (kind: SignalKind, verdict: Verdict): Verdict =>
  verdict === 'force' && !forcing.includes(kind) ? 'flag' : verdict

/** `allowedVerdict` of each kind that is named. */
export const allowedSignals = (signals: Partial<Signals>): Partial<Signals> =>
  Object.fromEntries(Object.entries(signals).map(([kind, verdict]) => [kind, allowedVerdict(kind as SignalKind, verdict)]))

/** Refuses force, at the field of the signal, for a kind that may not end a paper. */
const ChosenSignals = Signals.partial().superRefine((signals, ctx) => {
  for (const [kind, verdict] of Object.entries(signals) as [SignalKind, Verdict][])
    if (verdict !== allowedVerdict(kind, verdict))
      ctx.addIssue({ code: 'custom', path: [kind], message: encoded(say('signalCannotForce')), input: verdict })
})

/** Form fields; everything is off by default, signals that are not named have their default verdict. */
export const integritySettings = {
  signals: ChosenSignals.default({}),
  signalLimit: integrityRules.signalLimit.default(3),
  quSeconds: integrityRules.quSeconds.default(0),
  watermark: integrityRules.watermark.default(false),
  antiDebug: integrityRules.antiDebug.default(false),
  seb: integrityRules.seb.default('off'),
}
