import { expect, test } from 'vitest'
import { paintedFirst } from './first-paint.ts'

const html = `<html>
  <head>
    <script src="/theme.js"></script>
    <script type="module" src="/assets/main.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/a.css">
    <link rel="stylesheet" crossorigin href="/assets/b.css">
  </head>
  <body>
    <div id="root"><i>skeleton</i></div>
  </body>
</html>
`

test('the theme is in the page, and style sheets come after the skeleton, in their order', () => {
  const written = paintedFirst(html, "document.title = '$&'\n")
  expect(written).toContain("<script>document.title = '$&'</script>")
  expect(written).not.toContain('theme.js')
  const places = ['main.js', '</head>', 'skeleton', 'a.css', 'b.css', '</body>'].map((one) => written.indexOf(one))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})
