// The controls of the player: media-chrome, whose elements are registered by being imported.
import { En } from 'media-chrome/dist/lang/en.js'
import { ZhCn } from 'media-chrome/dist/lang/zh-CN.js'
import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js'
import 'media-chrome/dist/media-controller.js'
import 'media-chrome/dist/media-control-bar.js'
import 'media-chrome/dist/media-captions-button.js'
import 'media-chrome/dist/media-fullscreen-button.js'
import 'media-chrome/dist/media-loading-indicator.js'
import 'media-chrome/dist/media-mute-button.js'
import 'media-chrome/dist/media-pip-button.js'
import 'media-chrome/dist/media-play-button.js'
import 'media-chrome/dist/media-playback-rate-button.js'
import 'media-chrome/dist/media-seek-backward-button.js'
import 'media-chrome/dist/media-time-display.js'
import 'media-chrome/dist/media-time-range.js'
import 'media-chrome/dist/media-volume-range.js'
// the menus make their items of it, and do not import it
import 'media-chrome/dist/menu/media-chrome-menu-item.js'
import 'media-chrome/dist/menu/media-captions-menu.js'
import 'media-chrome/dist/menu/media-captions-menu-button.js'
import 'media-chrome/dist/menu/media-playback-rate-menu.js'
import 'media-chrome/dist/menu/media-playback-rate-menu-button.js'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Part<More = object> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & More
declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's own way to declare elements
  namespace JSX {
    interface IntrinsicElements {
      'media-controller': Part<{ audio?: boolean; hotkeys?: string; defaultduration?: number }>
      'media-control-bar': Part
      'media-captions-button': Part
      'media-captions-menu': Part<{ anchor?: string }>
      'media-captions-menu-button': Part
      'media-fullscreen-button': Part
      'media-loading-indicator': Part<{ slot?: string; noautohide?: boolean }>
      'media-mute-button': Part
      'media-pip-button': Part
      'media-play-button': Part
      'media-playback-rate-button': Part<{ rates?: string }>
      'media-seek-backward-button': Part<{ seekoffset?: number }>
      'media-time-display': Part<{ showduration?: boolean; notoggle?: boolean }>
      'media-time-range': Part
      'media-volume-range': Part
      'media-playback-rate-menu': Part<{ rates?: string; anchor?: string }>
      'media-playback-rate-menu-button': Part
    }
  }
}

// the accessible name contains the visible text (1x): people who use speech input press a button by its text (WCAG 2.5.3)
const RATE = 'Playback rate {playbackRate}'
addTranslation('en', { ...En, [RATE]: `${En[RATE]}x` })
addTranslation('zh-CN', { ...ZhCn, [RATE]: `${ZhCn[RATE]}x` })

/** The language of the controls' labels; must be called before they are shown. */
export const speak = (language: string) => setLanguage(language)
