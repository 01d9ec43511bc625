// Theme, language and dialogs of Ant Design around the pages that use it.
import { markAfter } from '../../kernel/piece/required-mark.tsx'
import { App, ConfigProvider, type ConfigProviderProps, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { language } from '../../kernel/state/preferences.ts'
import { THEME_CLASS, useTheme } from '../../kernel/theme/theme.ts'
import '../../kernel/theme/antd.css'

type Locale = NonNullable<ConfigProviderProps['locale']>

function useLocale() {
  const chosen = language.use()
  const [english, setEnglish] = useState<Locale>()
  useEffect(() => {
    dayjs.locale(chosen === 'en' ? 'en' : 'zh-cn')
    if (chosen === 'en') void import('antd/es/locale/en_US').then((loaded) => setEnglish(loaded.default))
  }, [chosen])
  return chosen === 'en' ? (english ?? zhCN) : zhCN
}

function Tokens({ children }: { children: ReactNode }) {
  // reading the tokens writes their CSS variables, which every style sheet may use
  theme.useToken()
  return children
}

/** `children` where the frame is no route. */
export default function AntFrame({ children }: { children?: ReactNode }) {
  const themeProps = useTheme()
  const locale = useLocale()
  useEffect(() => document.body.classList.add(THEME_CLASS), [])
  return (
    <ConfigProvider {...themeProps} locale={locale} button={{ autoInsertSpace: false }} form={{ requiredMark: markAfter }}>
      <App message={{ duration: 2, maxCount: 3 }} notification={{ duration: 2 }}>
        <Tokens>{children ?? <Outlet />}</Tokens>
      </App>
    </ConfigProvider>
  )
}
