/**
 * A project of Django (Debian's `python3-django`) for its admin: publishers, authors, tags, and books with their copies, in
 * SQLite. Nothing in it reaches anybody.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, finished } from './running.mjs';

const FILES = {
  'settings.py': `
from pathlib import Path

FOLDER = Path(__file__).parent
SECRET_KEY = 'made up for this server only'
DEBUG = True
ROOT_URLCONF = 'urls'
INSTALLED_APPS = ['library', *('django.contrib.' + name for name in (
    'admin', 'auth', 'contenttypes', 'sessions', 'messages', 'staticfiles'))]
MIDDLEWARE = [
    'django.middleware.security.SecurityMiddleware',
    'django.contrib.sessions.middleware.SessionMiddleware',
    'django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware',
    'django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware',
    'django.middleware.clickjacking.XFrameOptionsMiddleware',
]
TEMPLATES = [{
    'BACKEND': 'django.template.backends.django.DjangoTemplates',
    'APP_DIRS': True,
    'OPTIONS': {'context_processors': [
        'django.template.context_processors.request',
        'django.contrib.auth.context_processors.auth',
        'django.contrib.messages.context_processors.messages',
    ]},
}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': FOLDER / 'library.sqlite'}}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
STATIC_URL = '/static/'
MEDIA_ROOT = FOLDER
USE_TZ = True
TIME_ZONE = 'UTC'
`,
  'urls.py': `
from django.contrib import admin
from django.urls import path

urlpatterns = [path('admin/', admin.site.urls)]
`,
  'library/__init__.py': '',
  'library/models.py': `
from django.db import models


class Named(models.Model):
    name = models.CharField(max_length=100)

    class Meta:
        abstract = True
        ordering = ['name']

    def __str__(self):
        return self.name


class Publisher(Named):
    city = models.CharField(max_length=100, blank=True)


class Author(Named):
    biography = models.FileField(upload_to='biographies', blank=True)


class Tag(Named):
    pass


class Book(models.Model):
    title = models.CharField(max_length=200)
    author = models.ForeignKey(Author, on_delete=models.CASCADE)
    publisher = models.ForeignKey(Publisher, on_delete=models.CASCADE)
    pages = models.PositiveIntegerField()
    tags = models.ManyToManyField(Tag, blank=True)

    class Meta:
        ordering = ['title']

    def __str__(self):
        return self.title


class Copy(models.Model):
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name='copies')
    shelf = models.CharField(max_length=20)
    bought = models.DateField()

    class Meta:
        ordering = ['pk']
        verbose_name_plural = 'copies'

    def __str__(self):
        return self.shelf
`,
  'library/admin.py': `
from django.contrib import admin
from library.models import Author, Book, Copy, Publisher, Tag


class Copies(admin.TabularInline):
    model = Copy
    extra = 1


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ['title', 'author', 'publisher', 'pages']
    list_filter = ['publisher']
    search_fields = ['title']
    autocomplete_fields = ['author']
    filter_horizontal = ['tags']
    inlines = [Copies]


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    search_fields = ['name']


admin.site.register([Publisher, Tag])
`,
  // What was there before. The numbers of a kind do not begin with 1, as where older ones were deleted.
  'past.py': `
import json
import django

django.setup()
from django.contrib.auth.models import Group, User
from library.models import Author, Book, Copy, Publisher, Tag

with open('past.json') as file:
    past = json.load(file)
numbers = {kind: iter(range(first, first + 1000)) for kind, first in past['first'].items()}


def create(model, **members):
    return model.objects.create(pk=next(numbers[model.__name__]), **members)


def named(model, names):
    return {name: create(model, name=name) for name in names}


publishers, authors, tags = (
    named(model, past[kind]) for model, kind in ((Publisher, 'publishers'), (Author, 'authors'), (Tag, 'tags')))
named(Group, past['groups'])
for title, author, publisher, pages, tagged, copies in past['books']:
    book = create(Book, title=title, author=authors[author], publisher=publishers[publisher], pages=pages)
    book.tags.set(tags[name] for name in tagged)
    for shelf, bought in copies:
        create(Copy, book=book, shelf=shelf, bought=bought)
for name in past['colleagues']:
    User.objects.create_user(name, password='not-used-here', pk=next(numbers['User']))
name, password = past['user']
User.objects.create_superuser(name, password=password, pk=next(numbers['User']))
`,
};

/**
 * Writes it into an empty folder, with its database and what was there before.
 *
 * @returns what starts it at the port: `command`, `args` and `env`
 */
export async function djangoProject({ folder, port, past }) {
  const command = debianProgram('/usr/bin/python3', 'python3');
  debianProgram('/usr/lib/python3/dist-packages/django', 'python3-django');
  const env = { DJANGO_SETTINGS_MODULE: 'settings', PYTHONPATH: folder };
  await mkdir(path.join(folder, 'library'));
  for (const [name, text] of Object.entries({ ...FILES, 'past.json': JSON.stringify(past) }))
    await writeFile(path.join(folder, name), text);
  for (const args of [['-m', 'django', 'migrate', '--run-syncdb'], ['past.py']])
    await finished({ command, args, cwd: folder, env });
  return { command, args: ['-m', 'django', 'runserver', '--noreload', `127.0.0.1:${port}`], env };
}
