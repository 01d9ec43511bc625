// What of the state of a site is a warning.
import type { StatusWarning } from '@shuyuan/contract/operation/status.ts'
import type { DiskLevel } from '../../kernel/files/disk.ts'

type Sent = { sent: number; failed: number }
type Work = { failed: number; oldestSeconds: number }
export type Judged = {
  disk: DiskLevel
  bus: { isConnected: boolean }
  backup: { isOn: boolean; late: boolean }
  database: { connections: number; mostConnections: number }
  jobs: Work
  tasks: Work
  services: readonly unknown[]
  sms: Sent
  mail: Sent
  nodes: readonly { version: string }[]
}

const CONNECTIONS_SHARE = 0.85
const JOB_WAIT_SECONDS = 600
/** Videos wait for each other. */
const TASK_WAIT_SECONDS = 6 * 3_600
const FAILED_SHARE = 0.1

/** More than one message in ten failed. */
const isPoor = ({ sent, failed }: Sent) => failed > (sent + failed) * FAILED_SHARE

/** Those of which more than half of the requests failed. */
export const failingOf = <T extends { calls: number; failed: number }>(services: readonly T[]): T[] =>
  services.filter(({ calls, failed }) => failed > calls / 2)

/** The warnings, the worst first. `services`: those that fail. */
export function warningsOf({ disk, bus, backup, database, jobs, tasks, services, sms, mail, nodes }: Judged): StatusWarning[] {
  const found: [StatusWarning, boolean][] = [
    ['failing', disk === 'failing'],
    ['full', disk === 'full'],
    ['bus', !bus.isConnected],
    ['low', disk === 'low'],
    ['backupLate', backup.late],
    ['backupOff', !backup.isOn],
    ['connections', database.connections > database.mostConnections * CONNECTIONS_SHARE],
    ['services', services.length > 0],
    ['jobsFailed', jobs.failed + tasks.failed > 0],
    ['jobsWait', jobs.oldestSeconds > JOB_WAIT_SECONDS || tasks.oldestSeconds > TASK_WAIT_SECONDS],
    ['sms', isPoor(sms)],
    ['mail', isPoor(mail)],
    ['versions', new Set(nodes.map(({ version }) => version)).size > 1],
  ]
  return found.filter(([, applies]) => applies).map(([name]) => name)
}
