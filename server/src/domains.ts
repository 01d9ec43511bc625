// All domains of a server, lower ones first. A new x.routes.ts is named in routes.ts, a new x.start.ts here.
import { common } from './domains/common/common.start.ts'
import { site } from './domains/site/site.start.ts'
import { session } from './domains/session/session.start.ts'
import { message } from './domains/message/message.start.ts'
import { people } from './domains/people/people.start.ts'
import { operation } from './domains/operation/operation.start.ts'
import { face } from './domains/face/face.start.ts'
import { account } from './domains/account/account.start.ts'
import { notify } from './domains/notify/notify.start.ts'
import { points } from './domains/points/points.start.ts'
import { pay } from './domains/pay/pay.start.ts'
import { cert } from './domains/cert/cert.start.ts'
import { course } from './domains/course/course.start.ts'
import { qu } from './domains/qu/qu.start.ts'
import { exam } from './domains/exam/exam.start.ts'
import { paper } from './domains/paper/paper.start.ts'
import { book } from './domains/book/book.start.ts'
import { demoHistory } from './seed/history/history.ts'
import { train } from './domains/train/train.start.ts'
import { live } from './domains/live/live.start.ts'
import { battle } from './domains/battle/battle.start.ts'
import { activity } from './domains/activity/activity.start.ts'
import { assist } from './domains/assist/assist.start.ts'
import { survey } from './domains/survey/survey.start.ts'
import { path } from './domains/path/path.start.ts'
import { integrate } from './domains/integrate/integrate.start.ts'
import { stat } from './domains/stat/stat.start.ts'
import { authenticateBearer } from './domains/account/token/bearer.service.ts'
import { admitCall } from './domains/people/role-menu/admission.service.ts'
import { authenticate } from './domains/session/session.service.ts'
import { isApiDocOpen } from './domains/site/config/api-doc.service.ts'
import { audit } from './domains/site/log/log.service.ts'
import type { App } from './kernel/ctx.ts'
import type { Domain, Page } from './kernel/domain.ts'
import type { Gate, Served } from './kernel/endpoint.ts'
import type { Job } from './kernel/jobs.ts'
import type { SealedPlace } from './kernel/sealed/sealed-column.ts'
import * as routes from './routes.ts'

const domains: readonly Domain[] = [
  common,
  site,
  session,
  message,
  people,
  operation,
  face,
  account,
  notify,
  points,
  pay,
  cert,
  course,
  qu,
  exam,
  paper,
  book,
  train,
  live,
  battle,
  activity,
  survey,
  path,
  assist,
  integrate,
  stat,
  demoHistory,
]

export const gate: Gate = { authenticate, bearer: authenticateBearer, admit: admitCall, audit }

/** All values that are sealed in the database (docs/decisions/0043). */
export const sealedPlaces: readonly SealedPlace[] = domains.flatMap(({ sealed = [] }) => sealed)

/** What the second host name of a site serves (docs/decisions/0125). */
export const contentPaths: readonly string[] = domains.flatMap((one) => one.contentPaths ?? [])

/** Whether an address of the API reference was given to a caller who can read it. */
export const isReferenceOpen = isApiDocOpen

/** All endpoints of server/src/routes.ts. */
export const served: Served[] = Object.values(routes).flat()

/** Must run before the first call: seals values that are not sealed yet, then prepares the domains. */
export async function prepare(app: App): Promise<void> {
  for (const place of sealedPlaces) await place.seal(app, { all: false })
  for (const { prepare: own } of domains) await own?.(app)
}

export type Started = { jobs: Job[]; pages: Page[]; background: ((app: App) => void)[] }

/** Starts every domain in order. @returns what they registered for the server */
export function startDomains(app: App): Started {
  const started: Started = { jobs: [], pages: [], background: [] }
  for (const { start } of domains)
    start?.({
      app,
      gate,
      jobs: (...jobs) => void started.jobs.push(...jobs),
      pages: (...pages) => void started.pages.push(...pages),
      background: (...tasks) => void started.background.push(...tasks),
    })
  return started
}
