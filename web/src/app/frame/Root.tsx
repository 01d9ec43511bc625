// Parts of every page: theme on <html>, title, progress line during navigation, notices.
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { brand, language, rootPx, size, useDark } from '../../kernel/state/preferences.ts'
import { useSiteKind } from '../../kernel/text/words.ts'
import { useSite } from '../../shared/session/session.ts'
import { sessionNotice } from '../../shared/session/session-life.ts'
import { waitingVersion } from '../install/installed.ts'
import { Toaster } from './Toaster.tsx'
import styles from './root.module.css'

const SessionLayer = lazy(async () => ({ default: (await import('../session/SessionLayer.tsx')).SessionLayer }))

const NewVersion = lazy(() => import('../install/NewVersion.tsx'))

function useDocumentTheme() {
  const dark = useDark()
  const colour = brand.use()
  const px = rootPx[size.use()]
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.theme = dark ? 'dark' : 'light'
    // set by theme.js for the first paint; below a short page it would stay after a change of the theme
    style.removeProperty('background')
    style.setProperty('--brand', colour)
    style.fontSize = `${(px / 16) * 100}%`
  }, [dark, colour, px])
}

/** Sets the title: the page's, followed by the site's name. */
export function useTitle(title: string) {
  const siteName = tLabel(useSite()?.siteName ?? '书院')
  useEffect(() => {
    document.title = title === '' ? siteName : `${title} - ${siteName}`
  }, [title, siteName])
}

/** Says on every page of a demonstration that it is one. */
function DemoBanner() {
  const site = useSite()
  // a preview in a frame of this site: the page around it says so already
  if (!site?.demo || window.frameElement) return null
  return (
    <aside className={styles.demo} aria-labelledby="demo">
      <span id="demo">
        {t('演示站点：人员和数据都是虚构的，请勿填写真实信息')}
        {site.demoFilling && `  ${t('演示数据正在补充，稍后刷新')}`}
      </span>
    </aside>
  )
}

export function Root() {
  useDocumentTheme()
  const chosen = `${language.use()} ${useSiteKind()}`
  const isNoticed = sessionNotice.use() !== undefined
  const { pathname } = useLocation()
  // no question in the middle of an exam or a lesson
  const isAsked = waitingVersion.use() !== undefined && !/^\/web\/(exam\/start|course\/view)\//.test(pathname)
  const moving = useNavigation().state !== 'idle'
  return (
    <>
      <div className={styles.progressLine} data-moving={moving} aria-hidden="true" />
      <DemoBanner key={`demo ${chosen}`} />
      {/* the key renders every text anew when the language or the words of the site change */}
      <Outlet key={chosen} />
      <Toaster />
      {isNoticed && (
        <Suspense fallback={null}>
          <SessionLayer />
        </Suspense>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <NewVersion />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  )
}
