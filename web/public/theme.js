// Sets the theme chosen last before the first paint, so that the page does not flash.
;(() => {
  const chosen = localStorage.getItem('mode')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.style.background = dark ? '#0f1114' : '#f6f7f9'
})()
