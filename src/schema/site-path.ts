// Paths of this site, as opposed to addresses that only look like one. Browsers take "//" and "/\" for the beginning of another site's
// address, and read over tabs and line ends, so that "/<tab>/" is the same.
const sitePath = /^\/(?![/\\])[^\p{Cc}]*$/u;

export const isSitePath = (address: string): boolean => sitePath.test(address);
