// The drawings of the films of the demonstration: a picture for each second.

type Scene = { seconds: number; title: string; /** `at` from 0 to 1 */ draw: (at: number) => string }
export type Film = { name: string; colour: string; scenes: Scene[] }

const text = (x: number, y: number, words: string, size = 22, colour = '#1d2733', anchor = 'start') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${words}</text>`
const between = (from: number, to: number, at: number) => from + (to - from) * Math.min(1, Math.max(0, at))
/** Slow at both ends. */
const eased = (at: number) => (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, at)))) / 2
const falling = (at: number) => Math.min(1, Math.max(0, at)) ** 2

const person = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><circle cx="0" cy="-52" r="11" fill="#f2c9a1"/><path d="M-13-55a13 13 0 0 1 26 0z" fill="#e6a117"/><path d="M-10-40h20l4 34h-28z" fill="#2f6fb0"/><path d="M-8-6l-4 26m16-26l4 26" stroke="#2b3b4c" stroke-width="6" stroke-linecap="round"/></g>`
const frame = `<path d="M60 90h330M60 230h330M80 60v270M230 60v270M370 60v270" stroke="#8a97a5" stroke-width="7" fill="none"/><path d="M60 236h330" stroke="#b98b4e" stroke-width="10"/>`

/** The worker falls until the rope is taut: `hook` is the height of the hook. */
function fall(hook: number, at: number): string {
  const rope = 90
  const feet = 210
  const chest = feet - 30
  const depth = hook + rope - chest
  const y = feet + (depth > 0 ? depth : 0) * falling((at - 0.35) / 0.3)
  const mark =
    at > 0.7
      ? `<path d="M345 ${feet}v${depth}" stroke="#c0392b" stroke-width="4"/><path d="M335 ${feet}h20M335 ${feet + depth}h20" stroke="#c0392b" stroke-width="4"/>`
      : ''
  return `${frame}<circle cx="300" cy="${hook}" r="7" fill="#c0392b"/><path d="M300 ${hook}Q${at < 0.4 ? 325 : 300} ${(hook + y - 30) / 2} 300 ${y - 30}" stroke="#c0392b" stroke-width="3" fill="none"/>${person(300, y)}${mark}`
}

const listed = (lines: string[], at: number, sign: string, colour: string) =>
  lines.map((line, no) => (at > no / (lines.length + 1) ? text(90, 140 + no * 58, `${sign} ${line}`, 28, colour) : '')).join('')

const harness: Film = {
  name: 'safety-harness',
  colour: '#a8741a',
  scenes: [
    { seconds: 5, title: '安全带：高挂低用', draw: (at) => `${frame}${person(between(110, 300, eased(at)), 210)}` },
    {
      seconds: 8,
      title: '挂得低，坠落的距离长',
      draw: (at) => `${fall(215, at)}${text(430, 200, '挂点在脚边')}${at > 0.7 ? text(430, 236, '落下一大截', 22, '#c0392b') : ''}`,
    },
    {
      seconds: 8,
      title: '挂得高，坠落的距离短',
      draw: (at) => `${fall(92, at)}${text(430, 200, '挂点在头顶')}${at > 0.7 ? text(430, 236, '几乎不下落', 22, '#1e8449') : ''}`,
    },
    {
      seconds: 7,
      title: '使用之前检查三处',
      draw: (at) => listed(['织带：没有割伤、磨损', '缝线：没有脱线', '挂钩：能锁紧，不变形'], at, '✓', '#1e6b45'),
    },
    { seconds: 7, title: '不能挂在这些地方', draw: (at) => listed(['临时的护栏', '电缆和管线', '没有固定的构件'], at, '✗', '#b03a2e') },
    {
      seconds: 4,
      title: '先挂好，再作业',
      draw: (at) => `${frame}<path d="M300 92L300 180" stroke="#c0392b" stroke-width="3"/>${person(300, 210 + 3 * Math.sin(at * 12))}`,
    },
  ],
}

const lorry = (x: number, y: number, colour: string) =>
  `<g transform="translate(${x} ${y})"><path d="M-70-34h46v34h-46z" fill="${colour}"/><path d="M-22-24h18l10 14v10h-28z" fill="#34475a"/><circle cx="-56" cy="2" r="7"/><circle cx="-10" cy="2" r="7"/></g>`

/** One metre is 5 units: the ways of reaction (1 s) and of braking (5 m/s²). */
function stop(kmh: number, y: number, at: number): string {
  const speed = kmh / 3.6
  const [reaction, braking] = [speed * 5, (speed ** 2 / 10) * 5]
  const seconds = 1 + speed / 5
  const now = at * 6
  const along = now < 1 ? speed * now : speed + speed * (now - 1) - 2.5 * (now - 1) ** 2
  const way = 5 * (now >= seconds ? speed + speed ** 2 / 10 : along)
  const x0 = 100
  return `<path d="M0 ${y + 10}h640" stroke="#a9b4bf" stroke-width="3"/><path d="M${x0} ${y + 22}h${Math.min(way, reaction)}" stroke="#d98a2b" stroke-width="9"/>${way > reaction ? `<path d="M${x0 + reaction} ${y + 22}h${Math.min(way - reaction, braking)}" stroke="#c0392b" stroke-width="9"/>` : ''}${lorry(x0 + way, y, '#4c7bb0')}${text(14, y - 44, `${kmh} km/h`, 20)}${now >= seconds ? text(Math.min(x0 + way + 18, 520), y - 10, `${Math.round(speed + speed ** 2 / 10)} 米`, 22, '#c0392b') : ''}`
}

const braking: Film = {
  name: 'stopping-distance',
  colour: '#34475a',
  scenes: [
    {
      seconds: 4,
      title: '停下来，要走多远',
      draw: (at) => `<path d="M0 250h640" stroke="#a9b4bf" stroke-width="3"/>${lorry(between(-20, 400, eased(at)), 240, '#4c7bb0')}`,
    },
    {
      seconds: 5,
      title: '先反应，再制动',
      draw: (at) => listed(['反应距离：看到危险，脚移到踏板', '制动距离：踩下踏板，直到停住'], at, '·', '#1d2733'),
    },
    { seconds: 8, title: '车速加倍，制动距离变成四倍', draw: (at) => `${stop(36, 140, at)}${stop(72, 270, at)}` },
    {
      seconds: 6,
      title: '所以',
      draw: (at) => listed(['雨雪天、满载时更要慢', '与前车多留一些距离', '下长坡挂低挡，不空挡'], at, '✓', '#1e6b45'),
    },
  ],
}

export const films = [harness, braking]
export const WIDTH = 640
export const HEIGHT = 360

/** The picture at a second of the film, as SVG. */
export function pictureAt({ colour, scenes }: Film, second: number): string {
  let begin = 0
  const scene = scenes.find((one) => (begin += one.seconds) > second) ?? scenes.at(-1)!
  const at = 1 - (begin - second) / scene.seconds
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Noto Sans CJK SC, sans-serif"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f7fa"/>${scene.draw(at)}<rect width="${WIDTH}" height="50" fill="${colour}"/>${text(24, 34, scene.title, 24, '#fff')}</svg>`
}

export const lengthOf = ({ scenes }: Film): number => scenes.reduce((sum, one) => sum + one.seconds, 0)
