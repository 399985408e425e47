export function Logo() {
  return (
    <svg className="logo-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2l8.7 5v10L12 22l-8.7-5V7z" className="logo-fill" />
      <path d="M12 2l8.7 5v10L12 22l-8.7-5V7z" className="logo-line" />
      <circle cx="12" cy="12" r="3.2" className="logo-dot" />
    </svg>
  );
}
