// Back office: how the site and its machines are.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { status, type StatusWarning } from '@shuyuan/contract/operation/status.ts'
import { Alert, Card } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { TimeAgo } from '../../../kernel/text/relative-time.tsx'
import { bytesText, megabytesText, secondsText } from '../size.ts'
import { NodeTable } from '../NodeTable.tsx'
import styles from '../operation.module.css'

type Status = Data<typeof status.detail>
const LOOK_MS = 15_000

const warningTexts: Record<StatusWarning, PlainText> = {
  failing: '服务器无法写入磁盘，答题和保存可能失败，请立即处理。',
  full: '服务器磁盘即将写满，已停止上传，请立即清理或扩容。',
  bus: '服务器之间的消息中断：停用账号、修改设置最多一分钟后才在其他服务器生效，请检查 Redis（REDIS_URL）或数据库。',
  low: '服务器磁盘空间不足，请尽快清理或扩容。',
  backupLate: '最近 26 小时没有完成备份，请查看失败原因。',
  backupOff: '服务器没有设置每日备份。',
  connections: '数据库连接即将用尽，请增加 max_connections 或减少服务器。',
  services: '多于一半的外部服务请求失败，见下方“外部服务”。',
  jobsFailed: '24 小时内有后台任务失败，原因见服务器日志。',
  jobsWait: '后台任务等待过久，请查看服务器是否繁忙或停止。',
  sms: '24 小时内多于十分之一的短信发送失败。',
  mail: '24 小时内多于十分之一的邮件发送失败。',
  versions: '各服务器的程序版本不同，请完成升级。',
}
const grave = new Set<StatusWarning>(['failing', 'full', 'bus', 'backupLate'])
const placeTexts: Record<Status['disks'][number]['places'][number], PlainText> = {
  data: '数据',
  database: '数据库',
  uploads: '上传的文件',
  temporary: '临时文件',
}
const partTexts: Record<Status['missing'][number]['part'], PlainText> = {
  passwords: '密码由 Node.js 加密，登录较慢',
  pictures: '不能上传和处理图片',
  drawing: '没有图形验证码和收据图片',
  pdf: '不能生成 PDF（证书、试卷等）',
  faces: '不能在本机比对人脸',
  media: '没有自带的转码程序',
}
const encoderTexts: Record<string, PlainText> = { folder: 'FFmpeg 目录', path: '系统路径', package: '随程序安装', none: '没有' }

type Line = [label: string, value: ReactNode]
const Facts = ({ title, lines }: { title: string; lines: Line[] }) => (
  <Card size="small" title={title}>
    <dl className={styles.facts}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
)

const workLines = ({ waiting, running, failed, oldestSeconds }: Status['jobs']): Line[] => [
  [t('排队'), waiting > 0 ? t('{{n}}，最久 {{time}}', { n: waiting, time: secondsText(oldestSeconds) }) : '0'],
  [t('进行中'), running],
  [t('24 小时内失败'), failed],
]
const sentText = ({ sent, failed }: Status['sms']) => t('成功 {{sent}}，失败 {{failed}}', { sent, failed })
const ago = (at: string | null) => (at === null ? '—' : <TimeAgo at={at} />)

function DatabaseFacts({ database }: { database: Status['database'] }) {
  const { version, isBuiltIn, bytes, connections, mostConnections, migration, migrationTime } = database
  return (
    <Facts
      title={t('数据库')}
      lines={[
        [t('版本'), `PostgreSQL ${version}（${isBuiltIn ? t('内置') : t('外部')}）`],
        [t('大小'), bytesText(bytes)],
        [t('数据库连接'), `${connections} / ${mostConnections}`],
        [t('最近迁移'), migration],
        [tLabel('升级时间'), ago(migrationTime)],
      ]}
    />
  )
}

function Warnings({ warnings }: Pick<Status, 'warnings'>) {
  if (warnings.length === 0) return <Alert type="success" showIcon title={t('一切正常。')} />
  return warnings.map((name) => (
    <Alert key={name} role="alert" type={grave.has(name) ? 'error' : 'warning'} showIcon title={t(warningTexts[name])} />
  ))
}

/** What the program cannot do because npm left packages out. */
function Missing({ missing }: Pick<Status, 'missing'>) {
  if (missing.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('服务器缺少以下组件。在程序目录执行命令安装后重启，或用 npm ci --omit=dev 全部安装。')}
      description={
        <ul>
          {missing.map(({ part, install }) => (
            <li key={part}>
              {t(partTexts[part])}：<code>{install}</code>
            </li>
          ))}
        </ul>
      }
    />
  )
}

function Cards({ data }: { data: Status }) {
  const { database, disks, jobs, tasks, services, sms, mail, backup, encoder, version, buildDate, nodes, bus } = data
  return (
    <div className={styles.cards}>
      <DatabaseFacts database={database} />
      <Facts
        title={t('磁盘')}
        lines={disks.map(({ places, freeMb, sizeMb }): Line => [
          places.map((one) => t(placeTexts[one])).join(' / '),
          t('剩余 {{free}}，共 {{size}}', { free: megabytesText(freeMb), size: megabytesText(sizeMb) }),
        ])}
      />
      <Facts title={t('定时任务')} lines={workLines(jobs)} />
      <Facts title={t('转码、备份等长任务')} lines={workLines(tasks)} />
      <Facts
        title={t('24 小时内发送')}
        lines={[
          [t('短信'), sentText(sms)],
          [t('电子邮件'), sentText(mail)],
        ]}
      />
      {services.length > 0 && (
        <Facts
          title={t('外部服务')}
          lines={services.map(({ host, calls, failed }): Line => [
            host,
            t('10 分钟内 {{calls}} 次请求，失败 {{failed}} 次', { calls, failed }),
          ])}
        />
      )}
      <Facts
        title={t('程序')}
        lines={[
          [t('版本'), buildDate === '' ? version : `${version}（${buildDate}）`],
          [t('在线连接'), nodes.reduce((sum, { sockets }) => sum + sockets, 0)],
          [t('服务器之间的消息'), `${bus.kind === 'redis' ? 'Redis' : 'PostgreSQL'}（${bus.isConnected ? t('已连接') : t('中断')}）`],
          [t('转码程序'), `${t(encoderTexts[encoder.source] ?? '没有')} ${encoder.version}`.trim()],
          [t('最近备份'), backup.isOn || backup.lastGood !== null ? ago(backup.lastGood) : t('未开启')],
        ]}
      />
    </div>
  )
}

export default function StatusPage() {
  const { data, error, refetch } = useCall(status.detail, {}, { refetchInterval: LOOK_MS })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <div className={styles.page}>
      <Warnings warnings={data.warnings} />
      <Missing missing={data.missing} />
      <Cards data={data} />
      <NodeTable nodes={data.nodes} />
    </div>
  )
}
