// What Ctrl K finds without the server: pages, pages that create something, settings and switches.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import type Fuse from 'fuse.js'
import { t, tLabel } from '../../kernel/i18n.ts'
import { fieldInfo, shapeOf } from '../../kernel/form/schema.ts'
import type { useSite } from '../../shared/session/session.ts'
import type { PageRoute } from '../routes/menu.ts'
import { initialsOf } from './initials.ts'

export type Place = {
  path: string
  title: string
  hint: string
  group: string
  /** the Chinese texts by which it is found, in any language of the page */
  texts: string[]
  initials: string
}
type Shown = Pick<Place, 'path' | 'title' | 'hint' | 'group'>
type Site = ReturnType<typeof useSite>

const place = (shown: Shown, texts: string[]): Place => ({ ...shown, texts, initials: initialsOf(texts.join('')) })

/** Pages of the sidebar, and hidden pages that create something. */
const pagesOf = (routes: readonly PageRoute[]): Place[] =>
  routes
    .filter((route) => (route.hidden ? /\/add(?:\/:\w+)?$/.test(route.path) : !route.path.includes(':')))
    .map(({ path, crumbs, hidden }) => {
      const titles = hidden ? crumbs.slice(-1) : crumbs
      const title = titles.map((crumb) => tLabel(crumb.title)).join(' / ')
      const shown = { path: path.replace(/:\w+$/, '0'), title, hint: hidden ? '' : path, group: hidden ? t('操作') : t('页面') }
      return place(
        shown,
        titles.map((crumb) => crumb.title),
      )
    })

/** The forms of settings by the name of the menu of their page. */
const forms: [menu: string, endpoint: Endpoint][] = [
  ['SysConfig', config.save],
  ['SysSwitch', configSwitch.save],
]
type Module = 'moduleExam' | 'moduleCourse' | 'moduleCert'
const offTexts = {
  moduleExam: '考试模块未开启，去开启',
  moduleCourse: '课程模块未开启，去开启',
  moduleCert: '证书模块未开启，去开启',
} as const satisfies Record<Module, string>
const isOffModule = (name: string, site: Site): name is Module => name in offTexts && site?.props[name as Module] === false

/** Only hotels have a setting for the code of a hotel. */
const isHotel = (site: Site) => site?.props.siteKind === 'hotel' || site?.props.hotelProfile === true

function settingsOf(routes: readonly PageRoute[], site: Site): Place[] {
  return forms.flatMap(([menu, { input }]) => {
    const page = routes.find((route) => route.name === menu)
    if (!page) return []
    const { props, ...others } = shapeOf(input)
    return Object.entries({ ...(props ? shapeOf(props) : {}), ...others }).flatMap(([name, schema]) => {
      const { title, control } = fieldInfo(schema)
      if (title === '' || (name === 'hotelProfile' && !isHotel(site))) return []
      const shown = { path: `${page.path}?at=${name}`, hint: tLabel(page.title), group: control === 'flag' ? t('开关') : t('设置') }
      return isOffModule(name, site)
        ? [place({ ...shown, title: t(offTexts[name]) }, [title, offTexts[name]])]
        : [place({ ...shown, title: tLabel(title) }, [title])]
    })
  })
}

/** Modules that are off have no pages: their switch says so, for users who can open its page. */
export const placesOf = (routes: readonly PageRoute[], site: Site): Place[] => [...pagesOf(routes), ...settingsOf(routes, site)]

export const fuseOptions = {
  threshold: 0.4,
  ignoreLocation: true,
  keys: [
    { name: 'title', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
}

/**
 * First the places whose pinyin initials, Chinese or English texts contain the word, then those that are like it.
 * @param englishOf the English of a Chinese text
 */
export function findPlaces(places: readonly Place[], fuse: Fuse<Place>, word: string, englishOf: (text: string) => string): Place[] {
  const low = word.toLowerCase()
  const isLatin = /^[a-z][a-z\d ]+$/.test(low)
  const holds = ({ initials, texts }: Place) =>
    isLatin
      ? initials.includes(low) || texts.some((text) => englishOf(text).toLowerCase().includes(low))
      : texts.some((text) => text.includes(word))
  return [...new Set([...places.filter(holds), ...fuse.search(word).map(({ item }) => item)])]
}
