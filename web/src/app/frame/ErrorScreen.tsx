// Error screen of one page; the rest of the window stays usable.
import { Component, type ReactNode, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './screen.module.css'

/** True when a file of the page cannot be fetched: a newer build replaced it, or there is no network. */
const isMissingFile = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/** Why a file is missing: without an answer of the server there is no network. undefined: not known yet. */
function useOffline(asked: boolean): boolean | undefined {
  const [offline, setOffline] = useState<boolean | undefined>(navigator.onLine ? undefined : true)
  useEffect(() => {
    if (!asked || offline !== undefined) return
    fetch('/healthz', { cache: 'no-store' }).then(
      () => setOffline(false),
      () => setOffline(true),
    )
  }, [asked, offline])
  return asked ? offline : false
}

const ASK_MS = 3_000

/**
 * Loads the page again as soon as the server answers: a file that failed once is not fetched again otherwise. Asks by itself too, because
 * a browser that never lost its own network reports no return.
 */
function useReturn(offline: boolean) {
  useEffect(() => {
    if (!offline) return undefined
    const ask = () =>
      void fetch('/healthz', { cache: 'no-store' }).then(
        () => window.location.reload(),
        () => undefined,
      )
    const timer = setInterval(ask, ASK_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [offline])
}

const RELOADED = 'reloaded-at'
const AGAIN_MS = 30_000

/** Loads the page again by itself when a newer build replaced its file. A file that is missing after that needs a person. */
function useNewBuild(stale: boolean) {
  useEffect(() => {
    if (!stale || Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    window.location.reload()
  }, [stale])
}

function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = isMissingFile(error)
  const unreached = error instanceof CallFailure && error.reason === 'network'
  const offline = useOffline(missing || unreached || !navigator.onLine)
  const stale = missing && offline === false
  useReturn(offline === true)
  useNewBuild(stale)
  if (offline === undefined) return null
  const title = offline ? t('网络已断开') : stale ? t('页面已更新') : t('页面出错了')
  const words = offline
    ? t('连上网络后会自动继续；已经填写的答案保存在本机。')
    : stale
      ? t('请重新载入后继续。')
      : t('糟糕，这个页面没能显示出来。您可以重试，其他页面不受影响。')
  return (
    <div className={styles.screen} role="alert">
      <h1>{title}</h1>
      <p>{words}</p>
      {!offline && !stale && error instanceof Error && <p className={styles.screenDetail}>{error.message}</p>}
      <div className={styles.screenActions}>
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
          onClick={missing || offline ? () => window.location.reload() : onRetry}
        >
          {stale ? t('重新载入') : t('重试')}
        </button>
        <a className={buttonStyles.btn} href="/">
          {t('返回首页')}
        </a>
      </div>
    </div>
  )
}

/** Catches errors of the page inside it; needs a key that changes with the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    const { error, failed } = this.state
    return failed ? <ErrorScreen error={error} onRetry={() => this.setState({ error: undefined, failed: false })} /> : this.props.children
  }
}

/** The last error boundary, around the whole application. */
export function RouteError() {
  const error = useRouteError()
  return <ErrorScreen error={error} onRetry={() => window.location.reload()} />
}
